import { plainText } from '#src/markdown/story-text.rules.ts';
import { focusOf } from '#src/news/cards/server/cards.service.ts';
import type { LocalNames } from '#src/news/schema/columns.rules.ts';
import type { Context } from '#src/platform/context.ts';
import type { FocalPoint } from '#src/rules/focal-point.rules.ts';
import { listFoundStories, listTitles } from './reading.queries.ts';

/** A story in search results. */
export interface StoryResult {
  id: number;
  title: string;
  /** Plain text, one line per paragraph. */
  text: string;
  category: { name: string; names: LocalNames } | null;
  language: string;
  publishedAt: string;
  /** Path of the smallest variant of the picture, to append to the API host. */
  thumbnail: string | null;
  /** Its focal point, if it is not the centre. */
  focus: FocalPoint | undefined;
}

/** The given stories that are public, in no particular order. */
export const getStoryResults = async (ctx: Pick<Context, 'db'>, ids: number[]): Promise<StoryResult[]> =>
  (await listFoundStories(ctx.db, ids)).map(({ body, createdAt, picture, imageFocusX, imageFocusY, ...story }) => ({
    ...story,
    text: plainText(body),
    publishedAt: createdAt.toISOString(),
    thumbnail: picture && thumbnailOf(picture),
    focus: picture ? focusOf({ imageFocusX, imageFocusY }) : undefined,
  }));

/** Titles of the given stories that are public, in the given order. */
export async function getTitles(ctx: Pick<Context, 'db'>, ids: number[]): Promise<{ id: number; title: string }[]> {
  const found = await listTitles(ctx.db, ids);
  return ids.flatMap((id) => found.find((story) => story.id === id) ?? []);
}

function thumbnailOf({ name, variants }: { name: string; variants: { width: number; format: string }[] }) {
  const widths = variants.filter(({ format }) => format === 'webp').map(({ width }) => width);
  return `/static/uploads/${widths.length ? `${name}-${Math.min(...widths)}.webp` : `${name}.jpg`}`;
}
