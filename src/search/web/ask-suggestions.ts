import { callApi } from '#src/client/api.ts';
import { type Suggestion, searchCalls } from '../search.contract.ts';

/** What the site offers for the beginning of a search. Throws ApiError. */
export const askSuggestions = (q: string, signal: AbortSignal): Promise<Suggestion[]> =>
  callApi(searchCalls.suggest, { query: { q }, signal });
