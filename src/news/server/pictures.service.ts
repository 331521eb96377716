import { randomBytes } from 'node:crypto';
import type { ReceivedFile } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs.ts';
import {
  makeOriginal,
  makeShape,
  makeVariant,
  pictureWidths,
  requirePicture,
  type VariantFormat,
} from '#src/platform/pictures.ts';
import { pictureShapeNames, pictureShapes } from '../structured.rules.ts';
import {
  addVariant,
  createPicture,
  deletePicture,
  findPicture,
  listUnusedPictures,
  noteShaped,
  type Picture,
} from './pictures.queries.ts';

const dayMs = 86_400_000;
const formats: Record<VariantFormat, string> = { webp: 'image/webp', avif: 'image/avif' };

const fileName = (name: string, variant?: { width: number; format: VariantFormat }) =>
  variant ? `${name}-${variant.width}.${variant.format}` : `${name}.jpg`;

/** Stores a picture for readers and sends for its smaller copies. Returns its id. */
export async function storePicture(ctx: Context, received: ReceivedFile): Promise<number> {
  await requirePicture(received.path);
  return keepPicture(ctx, received.path);
}

/** The same for a picture of our own making. */
export async function keepPicture(ctx: Context, source: string | Buffer): Promise<number> {
  const { jpeg, width, height, colour } = await makeOriginal(source);
  const name = randomBytes(12).toString('hex');
  // The row first: a picture without a file is swept away later, a file without a row would stay for ever.
  const id = await createPicture(ctx.db, { name, width, height, colour });
  await ctx.files.put(`open/${fileName(name)}`, jpeg, 'image/jpeg');
  await ctx.jobs.send(pictureVariants, { pictureId: id });
  return id;
}

/** Makes the WebP copies that pages choose from: every browser reads them, and each takes milliseconds. */
export const pictureVariants: Job<{ pictureId: number }> = {
  name: 'news.picture-variants',
  async run(ctx, { pictureId }) {
    await makeVariants(ctx, pictureId, 'webp');
    await makeShapes(ctx, pictureId);
    await ctx.jobs.send(smallerVariants, { pictureId }, { after: new Date(Date.now() + laterMs) });
  },
};

// A smaller copy takes thirty times as long: when many pictures come at once, all of them are shown first.
const laterMs = 8_000;

/** Makes the AVIF copies, a third smaller than WebP. */
export const smallerVariants: Job<{ pictureId: number }> = {
  name: 'news.picture-variants-smaller',
  lateSeconds: 5,
  run: (ctx, { pictureId }) => makeVariants(ctx, pictureId, 'avif'),
};

// Search engines show a picture in three shapes, and want each made for it.
async function makeShapes(ctx: Context, pictureId: number) {
  const picture = await findPicture(ctx.db, pictureId);
  if (!picture || picture.shaped) return;
  const original = await ctx.files.bytes(`open/${fileName(picture.name)}`);
  for (const shape of pictureShapeNames)
    await ctx.files.put(
      `open/${picture.name}-${shape}.jpg`,
      await makeShape(original, pictureShapes[shape]),
      'image/jpeg',
    );
  await noteShaped(ctx.db, pictureId);
}

async function makeVariants(ctx: Context, pictureId: number, format: VariantFormat) {
  const picture = await findPicture(ctx.db, pictureId);
  if (!picture) return; // its story was thrown away meanwhile
  const original = await ctx.files.bytes(`open/${fileName(picture.name)}`);
  for (const width of pictureWidths.filter((width) => width < picture.width)) {
    if (picture.variants.some((made) => made.width === width && made.format === format)) continue;
    const copy = await makeVariant(original, width, format);
    await ctx.files.put(`open/${fileName(picture.name, { width, format })}`, copy, formats[format]);
    await addVariant(ctx.db, picture.id, { width, format });
  }
}

/** Removes pictures that no story shows any more, a day after they came. */
export const sweepPictures: Job<object> = {
  name: 'news.sweep-pictures',
  cron: '40 21 * * *', // 3:10 in India
  async run(ctx) {
    const before = new Date(ctx.now().getTime() - dayMs);
    for (const picture of await listUnusedPictures(ctx.db, before, 1000)) await removePicture(ctx, picture);
  },
};

async function removePicture(ctx: Context, picture: Picture) {
  const copies = picture.variants.map((variant) => fileName(picture.name, variant));
  const shapes = pictureShapeNames.map((shape) => `${picture.name}-${shape}.jpg`);
  for (const file of [fileName(picture.name), ...copies, ...shapes]) await ctx.files.remove(`open/${file}`);
  await deletePicture(ctx.db, picture.id);
}
