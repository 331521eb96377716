import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { parse } from 'yaml';
import { z } from 'zod';
import { orderSampleEditions } from '#src/epaper/server/sample-editions.service.ts';
import { addSamplePicture, createSampleStory, getSample, removeSample } from '#src/news/server/sample.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Job } from '#src/platform/jobs.ts';
import { drawPicture } from './pictures/drawings.ts';

const FrontMatter = z.object({
  title: z.string(),
  category: z.string(),
  sub_category: z.string(),
  submenu: z.string().optional(),
  language: z.string(),
  author: z.string(),
  caption: z.string(),
  hours_ago: z.number(),
});

const frontMatter = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/; // "---", YAML, "---", Markdown

/**
 * Fills an empty paper with the sample edition: fifty stories in three languages. Their pictures are drawn by a job. A start
 * that was cut short before leaves nothing double: it is all there, and then made anew, or nothing is.
 */
export async function seedSample(ctx: Context, folder: string): Promise<void> {
  const files = await Array.fromAsync(glob('stories/*.md', { cwd: folder }));
  const samples = await Promise.all(files.map((file) => readSample(join(folder, file))));
  samples.sort((a, b) => a.hoursAgo - b.hoursAgo);
  await removeSample(ctx);
  await ctx.db.transaction(async (tx) => {
    for (const { drawing, hoursAgo, ...story } of samples) {
      const publishedAt = new Date(ctx.now().getTime() - hoursAgo * 3_600_000);
      const storyId = await createSampleStory({ ...ctx, db: tx }, { ...story, publishedAt });
      await ctx.jobs.send(samplePicture, { storyId, drawing }, { within: tx });
    }
    const after = new Date(Date.now() + picturesTakeMs);
    await ctx.jobs.send(sampleEditions, { attempt: 1 }, { within: tx, after });
  });
}

async function readSample(path: string) {
  const [, yaml = '', body = ''] = frontMatter.exec(await readFile(path, 'utf8')) ?? [];
  const { hours_ago: hoursAgo, ...story } = FrontMatter.parse(parse(yaml));
  return { ...story, body: body.trim(), hoursAgo, drawing: basename(path, '.md') };
}

// Fifty pictures take half a minute on a small machine.
const picturesTakeMs = 30_000;
const mostAttempts = 30;

/** Composes the sample's newspapers, once its stories have their pictures; without those that do not come at all. */
export const sampleEditions: Job<{ attempt: number }> = {
  name: 'sample.editions',
  async run(ctx, { attempt }) {
    const { all, bare } = await getSample(ctx);
    if (all === 0) return; // taken away meanwhile
    if (attempt < mostAttempts && bare > 0)
      return ctx.jobs.send(
        sampleEditions,
        { attempt: attempt + 1 },
        { after: new Date(Date.now() + picturesTakeMs / 3) },
      );
    await orderSampleEditions(ctx);
  },
};

/** Draws the picture of a sample story. */
export const samplePicture: Job<{ storyId: number; drawing: string }> = {
  name: 'sample.picture',
  async run(ctx, { storyId, drawing }) {
    const picture = await sharp(Buffer.from(drawPicture(drawing)))
      .png({ compressionLevel: 1 })
      .toBuffer();
    await addSamplePicture(ctx, storyId, picture);
  },
};
