import type { Context } from '#src/platform/context.ts';
import { listEssayResults } from './research.queries.ts';

/** An essay as a search result. */
export interface EssayResult {
  id: number;
  title: string;
  /** Its abstract and the extracted text of its pages. */
  text: string;
  publishedAt: string;
}

/** Search results for those ids that are on /research, in any order. */
export const getEssayResults = async ({ db }: Pick<Context, 'db'>, ids: number[]): Promise<EssayResult[]> =>
  (await listEssayResults(db, ids)).map(({ id, title, abstract, pages, publishedAt }) => ({
    id,
    title,
    text: [abstract, pages].filter(Boolean).join('\n'),
    publishedAt: (publishedAt as Date).toISOString(), // set for every essay on /research
  }));
