import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import type { Job } from '#src/platform/jobs.ts';
import { makeShape, makeVariant, pictureWidths, type VariantFormat } from '#src/platform/pictures.ts';
import { currentKey, publicKey, removeFile, withheldKey } from '#src/platform/public-files.ts';
import { pictureShapeNames, pictureShapes } from '../structured.rules.ts';
import { fileName, filesOf, readOriginal, settlePictures, shapeName } from './picture-files.ts';
import {
  addVariant,
  deletePicture,
  findPicture,
  listUnusedPictures,
  listWithheldPictures,
  lockPictures,
  noteShaped,
  type Picture,
} from './pictures.queries.ts';

const dayMs = 86_400_000;
const formats: Record<VariantFormat, string> = { webp: 'image/webp', avif: 'image/avif' };

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
  const original = await readOriginal(ctx, picture.name);
  for (const shape of pictureShapeNames) {
    const copy = await makeShape(original, pictureShapes[shape]);
    await putCopy(ctx, picture, { name: shapeName(picture.name, shape), copy, type: 'image/jpeg' });
  }
  await noteShaped(ctx.db, pictureId);
}

async function makeVariants(ctx: Context, pictureId: number, format: VariantFormat) {
  const picture = await findPicture(ctx.db, pictureId);
  if (!picture) return; // its story was thrown away meanwhile
  const original = await readOriginal(ctx, picture.name);
  for (const width of pictureWidths.filter((width) => width < picture.width)) {
    if (picture.variants.some((made) => made.width === width && made.format === format)) continue;
    const copy = await makeVariant(original, width, format);
    const made = { name: fileName(picture.name, { width, format }), copy, type: formats[format] };
    await putCopy(ctx, picture, made, (tx) => addVariant(tx, picture.id, { width, format }));
  }
}

// Beside the original, which stays where it is meanwhile.
async function putCopy(
  ctx: Context,
  { id, name }: Picture,
  made: { name: string; copy: Buffer; type: string },
  note: (tx: Db) => Promise<void> = async () => undefined,
) {
  await ctx.db.transaction(async (tx) => {
    await lockPictures(tx, [id]);
    const isPublic = (await currentKey(ctx.files, fileName(name))) === publicKey(fileName(name));
    await ctx.files.put((isPublic ? publicKey : withheldKey)(made.name), made.copy, made.type);
    await note(tx);
  });
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

const atOnce = 500;

/** Withholds what no public story shows, wherever a failure or a former version of the site has left it. */
export const withholdPictures: Job<{ after?: number }> = {
  name: 'news.withhold-pictures',
  cron: '50 21 * * *', // 3:20 in India
  async run(ctx, { after = 0 }) {
    const some = await listWithheldPictures(ctx.db, after, atOnce);
    for (const { id } of some) await ctx.db.transaction((tx) => settlePictures(ctx, tx, [id]));
    const last = some.at(-1);
    if (last && some.length === atOnce) await ctx.jobs.send(withholdPictures, { after: last.id });
  },
};

async function removePicture(ctx: Context, picture: Picture) {
  for (const file of filesOf(picture)) await removeFile(ctx.files, file);
  await deletePicture(ctx.db, picture.id);
}
