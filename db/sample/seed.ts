import { join } from 'node:path';
import { removeSampleEditions, storeSampleEditions } from '#src/epaper/composing/server/sample-editions.service.ts';
import { addSampleLetters } from '#src/letters/server/sample-letters.service.ts';
import { defaultLanguage } from '#src/messages/languages.ts';
import {
  createSampleStory,
  type DrawnPicture,
  removeSample,
  storeSamplePicture,
} from '#src/news/sample/server/sample.service.ts';
import type { Context } from '#src/platform/context.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import { drawPictures } from './draw.ts';
import { readSample, type SampleStory } from './read-sample.ts';

/**
 * Loads the sample edition into an empty database: stories in all languages, some of them versions of each other, with the
 * sizes of their pictures that a front shows, and an edition. `drawn` are the pictures, if they have been drawn already.
 * Safe to repeat after an interruption: the old sample is deleted first, and all rows that refer to others are inserted in
 * one transaction.
 */
export async function seedSample(
  ctx: Context,
  folder: string,
  drawn?: Promise<ReadonlyMap<string, DrawnPicture>>,
): Promise<void> {
  const samples = await readSample(folder);
  const originals = samples.filter(({ versionOf }) => versionOf === undefined);
  const versions = samples.filter(({ versionOf }) => versionOf !== undefined);
  const now = ctx.now().getTime();
  await removeSampleEditions(ctx, ctx.now());
  await removeSample(ctx);
  const names = new Set(samples.map(({ picture }) => picture));
  const pictures = await (drawn ?? drawPictures(join(ctx.root, 'db/sample/pictures'), [...names]));
  // All at once, because most of it is waiting for the disk or the bucket.
  const storing = [...names].map(
    async (name) => [name, await storeSamplePicture(ctx, pictureOf(pictures, name))] as const,
  );
  const pictureIds = new Map(await Promise.all(storing));
  const publishEditions = await storeSampleEditions(ctx, join(folder, 'edition'));
  await ctx.db.transaction(async (tx) => {
    const inTransaction = { ...ctx, db: tx };
    const storyIds = new Map<string, number>(); // of the first story with a picture, which it was drawn for
    const create = async ({ form, hoursAgo, picture, lead, letters }: SampleStory, version_of = '') => {
      const publishedAt = new Date(now - hoursAgo * hourMs);
      const pictureId = pictureOf(pictureIds, picture);
      const id = await createSampleStory(inTransaction, { ...form, version_of }, { publishedAt, lead, pictureId });
      await addSampleLetters(inTransaction, { id, language: form.language ?? defaultLanguage }, letters);
      if (!storyIds.has(picture)) storyIds.set(picture, id);
    };
    for (const sample of originals) await create(sample);
    for (const sample of versions) await create(sample, String(storyIds.get(sample.picture)));
    await publishEditions(tx, storyIds);
  });
}

function pictureOf<T>(pictures: ReadonlyMap<string, T>, name: string): T {
  const found = pictures.get(name);
  if (found === undefined) throw new Error(`The sample has no picture "${name}".`);
  return found;
}
