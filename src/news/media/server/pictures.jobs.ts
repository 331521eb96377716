import { aspectRatios } from '#src/news/schema/aspect-ratios.rules.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { cropPicture, pictureWidths, shrinkPicture, type VariantFormat } from '#src/platform/documents/pictures.ts';
import { currentKey, publicKey, removeFile, withheldKey } from '#src/platform/files/public-files.ts';
import { processEach } from '#src/platform/jobs/job-runs.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { pictureShapeNames } from '../picture-shapes.rules.ts';
import {
  allFilesOf,
  fileName,
  readJpeg,
  shapeName,
  syncPictureVisibility,
  variantTypes,
} from './picture-files.service.ts';
import {
  addVariants,
  deletePicture,
  findPicture,
  listUnusedPictures,
  listWithheldPictures,
  lockPictures,
  lockUnusedPicture,
  markCropped,
  type Picture,
} from './pictures.queries.ts';

/** Makes the WebP variants for `srcset`: every browser supports them, and each takes milliseconds. */
export const pictureVariants: Job<{ pictureId: number }> = {
  name: 'news.picture-variants',
  title: 'jobs.pictureVariants',
  async run(ctx, { pictureId }) {
    await makeVariants(ctx, pictureId, 'webp');
    await makeShapes(ctx, pictureId);
    await ctx.jobs.send(smallerVariants, { pictureId }, { delaySeconds });
  },
};

// AVIF takes thirty times as long as WebP. With the delay, all pictures of a bulk upload get their WebP variants first.
const delaySeconds = 8;

/** Makes the AVIF variants, a third smaller than WebP. */
export const smallerVariants: Job<{ pictureId: number }> = {
  name: 'news.picture-variants-smaller',
  title: 'jobs.smallerVariants',
  lateSeconds: 5,
  run: (ctx, { pictureId }) => makeVariants(ctx, pictureId, 'avif'),
};

// Search engines ask for a picture in three aspect ratios.
async function makeShapes(ctx: Context, pictureId: number) {
  const picture = await findPicture(ctx.db, pictureId);
  if (!picture || picture.shaped) return;
  const jpeg = await readJpeg(ctx, picture.name);
  for (const shape of pictureShapeNames) {
    const copy = await cropPicture(jpeg, aspectRatios[shape]);
    await putCopies(ctx, picture, [{ name: shapeName(picture.name, shape), copy, type: 'image/jpeg' }]);
  }
  await markCropped(ctx.db, picture);
}

const widestVariant = Math.max(...pictureWidths);

async function makeVariants(ctx: Context, pictureId: number, format: VariantFormat) {
  const picture = await findPicture(ctx.db, pictureId);
  if (!picture) return; // deleted in the meantime
  const isMissing = (width: number) => !picture.variants.some((it) => it.width === width && it.format === format);
  // A smaller picture gets its own width too: otherwise pages would enlarge the next smaller file.
  const wanted = new Set([...pictureWidths, picture.width].filter((width) => width <= picture.width));
  const widths = [...wanted].filter((width) => width <= widestVariant && isMissing(width)).sort((a, b) => a - b);
  if (widths.length === 0) return;
  const copies = await shrinkPicture(ctx, await readJpeg(ctx, picture.name), { widths, format });
  const variants = widths.map((width) => ({ width, format }));
  const files = variants.map((variant, index) => ({
    name: fileName(picture.name, variant),
    copy: copies[index] as Uint8Array, // one for each width
    type: variantTypes[format],
  }));
  // All at once: each change of a public picture has its pages rendered again.
  await putCopies(ctx, picture, files, (tx) => addVariants(tx, picture.id, variants));
}

// Stores copies in the folder of the picture. The row lock prevents the picture from moving meanwhile.
async function putCopies(
  ctx: Context,
  { id, name }: Picture,
  files: { name: string; copy: Uint8Array; type: string }[],
  note: (tx: Db) => Promise<void> = async () => undefined,
) {
  await ctx.db.transaction(async (tx) => {
    const [locked] = await lockPictures(tx, [id]);
    if (locked?.name !== name) return; // its file has been replaced
    const isPublic = (await currentKey(ctx.files, fileName(name))) === publicKey(fileName(name));
    for (const file of files)
      await ctx.files.put((isPublic ? publicKey : withheldKey)(file.name), file.copy, file.type);
    await note(tx);
  });
}

/** Deletes pictures that no story, revision or working copy uses, a day after their upload. */
export const sweepPictures: Job<object> = {
  name: 'news.sweep-pictures',
  title: 'jobs.sweepPictures',
  cron: '40 21 * * *', // 3:10 in India
  async run(ctx) {
    const before = addDays(ctx.now(), -1);
    await processEach(ctx, await listUnusedPictures(ctx.db, before, 1000), ({ id }) =>
      ctx.db.transaction(async (tx) => {
        const picture = await lockUnusedPicture(tx, id); // a story may have taken it in the meantime
        if (picture) await deletePictureFiles({ ...ctx, db: tx }, picture);
      }),
    );
  },
};

const batchSize = 500;

/** Withholds files that no public story shows, if a failure or an older version of the site has left them public. */
export const withholdPictures: Job<{ after?: number }> = {
  name: 'news.withhold-pictures',
  title: 'jobs.withholdPictures',
  cron: '50 21 * * *', // 3:20 in India
  async run(ctx, { after = 0 }) {
    const batch = await listWithheldPictures(ctx.db, after, batchSize);
    await processEach(ctx, batch, ({ id }) => ctx.db.transaction((tx) => syncPictureVisibility(ctx, tx, [id])));
    const last = batch.at(-1);
    if (last && batch.length === batchSize) await ctx.jobs.send(withholdPictures, { after: last.id });
  },
};

/** Deletes a picture, its files first: a failure leaves the row. */
export async function deletePictureFiles(ctx: Pick<Context, 'db' | 'files'>, picture: Picture): Promise<void> {
  for (const file of allFilesOf(picture)) await removeFile(ctx.files, file);
  await deletePicture(ctx.db, picture.id);
}
