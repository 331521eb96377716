import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { type Article, readerCalls } from '../reader.contract.ts';

/** An article as the current user may read it; undefined if it cannot be loaded, and what is shown stays. */
export async function loadArticle(params: { id: number; page: number; number: number }): Promise<Article | undefined> {
  try {
    return await callApi(readerCalls.article, { params });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}
