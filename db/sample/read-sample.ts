// Separate from seed.ts, so that tests of the texts need not load the server.
import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { LetterTexts } from '#src/letters/letters.rules.ts';
import { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import type { SentStory } from '#src/news/stories/stories.contract.ts';

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

export interface SampleStory {
  form: SentStory;
  hoursAgo: number;
  picture: string;
  versionOf: string | undefined;
  lead: boolean;
  letters: LetterTexts[];
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
