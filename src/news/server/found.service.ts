import type { Context } from '#src/platform/context.ts';
import { plainText } from '../story-text.rules.ts';
import { listFoundStories, listTitles } from './reading.queries.ts';

/** A story as a search shows it. */
export interface FoundStory {
  id: number;
  title: string;
  /** Without marks, a line per paragraph. */
  text: string;
  category: string | null;
  language: string;
  publishedAt: string;
  /** Path of its smallest picture, to append to the API host. */
  thumbnail: string | null;
}

/** The public ones of these stories, in any order. */
export const getFoundStories = async (ctx: Pick<Context, 'db'>, ids: number[]): Promise<FoundStory[]> =>
  (await listFoundStories(ctx.db, ids)).map(({ body, createdAt, picture, ...story }) => ({
    ...story,
    text: plainText(body),
    publishedAt: createdAt.toISOString(),
    thumbnail: picture && thumbnailOf(picture),
  }));

/** Titles of the public ones of these stories, in the order given. */
export async function getTitles(ctx: Pick<Context, 'db'>, ids: number[]): Promise<{ id: number; title: string }[]> {
  const found = await listTitles(ctx.db, ids);
  return ids.flatMap((id) => found.find((story) => story.id === id) ?? []);
}

function thumbnailOf({ name, variants }: { name: string; variants: { width: number; format: string }[] }) {
  const widths = variants.filter(({ format }) => format === 'webp').map(({ width }) => width);
  return `/static/uploads/${widths.length ? `${name}-${Math.min(...widths)}.webp` : `${name}.jpg`}`;
}
