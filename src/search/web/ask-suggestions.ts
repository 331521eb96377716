import { callApi } from '#src/client/api.ts';
import { type Suggestion, searchCalls } from '../search.contract.ts';

/** Fetches suggestions for an incomplete query. Throws ApiError. */
export const fetchSuggestions = (q: string, signal: AbortSignal): Promise<Suggestion[]> =>
  callApi(searchCalls.suggest, { query: { q }, signal });
