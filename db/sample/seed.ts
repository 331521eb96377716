import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { removeSampleEditions, storeSampleEditions } from '#src/epaper/composing/server/sample-editions.service.ts';
import type { LetterTexts } from '#src/letters/letters.rules.ts';
import { addSampleLetters } from '#src/letters/server/sample-letters.service.ts';
import { defaultLanguage } from '#src/messages/languages.ts';
import {
  createSampleStory,
  type DrawnPicture,
  removeSample,
  storeSamplePicture,
} from '#src/news/sample/server/sample.service.ts';
import { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import type { SentStory } from '#src/news/stories/stories.contract.ts';
import type { Context } from '#src/platform/context.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import { drawPictures } from './draw.ts';

// Some fields have shorter names than in the story form.
const FrontMatter = StoryForm.partial().extend({
  title: z.string(),
  caption: z.string(),
  author: z.string(),
  category: z.string().optional(),
  sub_category: z.string().optional(),
  submenu: z.string().optional(),
  hours_ago: z.number().optional(),
  // Name of the file in `pictures`; the default is the name of the story's own file, or the picture of `version_of`.
  picture: z.string().optional(),
  // Whether it leads the front of its language.
  lead: z.boolean().default(false),
  // Published letters to the editor about it, the oldest first.
  letters: z.array(z.object({ name: z.string(), place: z.string(), text: z.string() })).default([]),
});

// "---", YAML, "---", Markdown; a file may hold several stories.
const story = /^---\n([\s\S]*?)\n---\n([\s\S]*?)(?=^---$|(?![\s\S]))/gm;

interface SampleStory {
  form: SentStory;
  hoursAgo: number;
  picture: string;
  versionOf: string | undefined;
  lead: boolean;
  letters: LetterTexts[];
}

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

/** The stories with a file of their own, newest first, then those of `languages/<code>.md`. */
export async function readSample(folder: string): Promise<SampleStory[]> {
  const read = async (pattern: string) =>
    Promise.all(
      (await Array.fromAsync(glob(pattern, { cwd: folder }))).sort().map(async (file) => ({
        name: basename(file, '.md'),
        stories: [...(await readFile(join(folder, file), 'utf8')).matchAll(story)],
      })),
    );
  const drawn = (await read('stories/*.md')).flatMap(({ name, stories }) =>
    stories.map(([, yaml = '', body = '']) => sampleStory(yaml, body, { picture: name, hours_ago: 0 })),
  );
  drawn.sort((a, b) => a.hoursAgo - b.hoursAgo);
  const byPicture = new Map(drawn.map((sample) => [sample.picture, sample]));
  const others = (await read('languages/*.md')).flatMap(({ name, stories }) =>
    stories.map(([, yaml = '', body = '']) => sampleStory(yaml, body, { language: name }, byPicture)),
  );
  return [...drawn, ...others];
}

/** A version has the place, the age and the picture of its original; a picture has one focal point in all stories. */
function sampleStory(
  yaml: string,
  body: string,
  given: Partial<z.input<typeof FrontMatter>>,
  originals?: Map<string, SampleStory>,
): SampleStory {
  const { title, category, sub_category, submenu, caption, hours_ago, picture, version_of, lead, letters, ...fields } =
    FrontMatter.parse({ ...given, ...parse(yaml) });
  const original = version_of === undefined ? undefined : originals?.get(version_of);
  const file = picture ?? version_of;
  const { image_focus_x, image_focus_y } = (file === undefined ? undefined : originals?.get(file)?.form) ?? fields;
  if (version_of !== undefined && !original) throw new Error(`The sample has no story "${version_of}".`);
  const form = {
    ...fields,
    news_title: title,
    news_description: body.trim(),
    news_category: category ?? original?.form.news_category,
    news_sub_category: sub_category ?? original?.form.news_sub_category,
    news_submenu: submenu ?? original?.form.news_submenu ?? '',
    image_caption: caption,
    image_focus_x,
    image_focus_y,
  };
  const hoursAgo = hours_ago ?? original?.hoursAgo;
  if (hoursAgo === undefined || file === undefined) throw new Error(`"${title}" needs hours_ago and picture.`);
  return { form, hoursAgo, picture: file, versionOf: version_of, lead, letters };
}
