import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { DrawnPicture } from '#src/news/sample/server/sample.service.ts';
import { dominantColour } from '#src/platform/workers/dominant-colour.ts';

// What a front shows on a screen of 1280 px. A job makes the wider ones and AVIF, which take three times as long.
const widths = [320, 480, 768];
const atOnce = 2;

/**
 * Draws pictures of the sample, by name; all of the folder unless `names` are given. In this process: worker processes
 * reject SVG, because uploads must not be SVG, and the site does not listen yet.
 */
export async function drawPictures(folder: string, names?: string[]): Promise<Map<string, DrawnPicture>> {
  const waiting = names ?? (await readdir(folder)).map((file) => parse(file).name);
  const drawn = new Map<string, DrawnPicture>();
  const drawNext = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
      drawn.set(name, await draw(join(folder, `${name}.svgz`)));
  };
  await Promise.all(Array.from({ length: atOnce }, drawNext));
  return drawn;
}

async function draw(path: string): Promise<DrawnPicture> {
  const raw = (picture: Sharp) => picture.raw().toBuffer({ resolveWithObject: true });
  const from = ({ data, info: { width, height, channels } }: Awaited<ReturnType<typeof raw>>) =>
    sharp(data, { raw: { width, height, channels } });
  const whole = await raw(sharp(path).flatten({ background: '#ffffff' }));
  const widest = await raw(from(whole).resize({ width: Math.max(...widths) })); // the others of it: a tenth less work
  const copies: DrawnPicture['copies'] = [];
  for (const width of widths) {
    const bytes = await from(widest).resize({ width }).webp({ quality: 76, effort: 2 }).toBuffer();
    copies.push({ width, format: 'webp', bytes });
  }
  const jpeg = await from(whole).jpeg({ quality: 84, chromaSubsampling: '4:4:4' }).toBuffer();
  const { width, height } = whole.info;
  return { opened: { jpeg, width, height, colour: await dominantColour(from(widest)) }, copies };
}
