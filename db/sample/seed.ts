import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { parse } from 'yaml';
import { z } from 'zod';
import { orderSampleEditions } from '#src/epaper/server/sample-editions.service.ts';
import { addSamplePicture, createSampleStory, getSample, removeSample } from '#src/news/server/sample.service.ts';
import { StoryForm } from '#src/news/story-fields.contract.ts';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';

// Some fields have shorter names than in the story form.
const FrontMatter = StoryForm.partial().extend({
  title: z.string(),
  category: z.string(),
  sub_category: z.string(),
  submenu: z.string().optional(),
  caption: z.string(),
  author: z.string(),
  language: z.string(),
  hours_ago: z.number(),
});

const frontMatter = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/; // "---", YAML, "---", Markdown

/**
 * Loads the sample edition into an empty database: fifty stories in three languages. A job adds each picture. Safe to
 * repeat after an interruption: the old sample is deleted first, and all stories are inserted in one transaction.
 */
export async function seedSample(ctx: Context, folder: string): Promise<void> {
  const files = await Array.fromAsync(glob('stories/*.md', { cwd: folder }));
  const samples = await Promise.all(files.map((file) => readSample(join(folder, file))));
  samples.sort((a, b) => a.hoursAgo - b.hoursAgo);
  await removeSample(ctx);
  await ctx.db.transaction(async (tx) => {
    for (const { picture, hoursAgo, form } of samples) {
      const publishedAt = new Date(ctx.now().getTime() - hoursAgo * hourMs);
      const storyId = await createSampleStory({ ...ctx, db: tx }, form, publishedAt);
      await ctx.jobs.send(samplePicture, { storyId, picture }, { within: tx });
    }
    const after = new Date(Date.now() + picturesTakeMs);
    await ctx.jobs.send(sampleEditions, { attempt: 1 }, { within: tx, after });
  });
}

async function readSample(path: string) {
  const [, yaml = '', body = ''] = frontMatter.exec(await readFile(path, 'utf8')) ?? [];
  const { title, category, sub_category, submenu = '', caption, hours_ago, ...fields } = FrontMatter.parse(parse(yaml));
  const form = {
    ...fields,
    news_title: title,
    news_description: body,
    news_category: category,
    news_sub_category: sub_category,
    news_submenu: submenu,
    image_caption: caption,
  };
  return { form, hoursAgo: hours_ago, picture: basename(path, '.md') };
}

// Fifty pictures take half a minute on a small machine.
const picturesTakeMs = 30_000;
const mostAttempts = 30;

/** Composes the sample editions once all stories have their pictures, or after many attempts without them. */
export const sampleEditions: Job<{ attempt: number }> = {
  name: 'sample.editions',
  async run(ctx, { attempt }) {
    const { all, bare } = await getSample(ctx);
    if (all === 0) return; // the sample was deleted meanwhile
    if (attempt < mostAttempts && bare > 0)
      return ctx.jobs.send(
        sampleEditions,
        { attempt: attempt + 1 },
        { after: new Date(Date.now() + picturesTakeMs / 3) },
      );
    await orderSampleEditions(ctx);
  },
};

/** Adds the picture of a sample story; `picture` is the file name without its extension. */
export const samplePicture: Job<{ storyId: number; picture: string }> = {
  name: 'sample.picture',
  async run(ctx, { storyId, picture }) {
    // Rendered in this process: worker processes reject SVG, because uploads must not be SVG.
    const png = await sharp(join(ctx.root, 'db/sample/pictures', `${picture}.svgz`))
      .png({ compressionLevel: 1 })
      .toBuffer();
    await addSamplePicture(ctx, storyId, png);
  },
};
