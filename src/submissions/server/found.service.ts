import type { Context } from '#src/platform/context.ts';
import { listFoundEssays } from './research.queries.ts';

/** An essay as a search shows it. */
export interface FoundEssay {
  id: number;
  title: string;
  /** Its abstract, and its pages as far as they have been read. */
  text: string;
  publishedAt: string;
}

/** Those of these works that stand on /research, in any order. */
export const getFoundEssays = async ({ db }: Pick<Context, 'db'>, ids: number[]): Promise<FoundEssay[]> =>
  (await listFoundEssays(db, ids)).map(({ id, title, abstract, pages, publishedAt }) => ({
    id,
    title,
    text: [abstract, pages].filter(Boolean).join('\n'),
    publishedAt: (publishedAt as Date).toISOString(), // what is on /research has been published
  }));
