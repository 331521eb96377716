import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { failureText } from '#src/client/failure.ts';
import type { Translate } from '#src/messages/catalogue.ts';
import type { Language } from '#src/messages/languages.ts';
import { type StoryTranslation, translationCalls } from '../../translations.contract.ts';

// The server gives its translator 60 s, and then responds that it has failed.
const timeoutMs = 65_000;

/** Requests a translation from our server, or returns why there is none. `signal` cancels it on the server too. */
export async function translateOnServer(
  id: number,
  to: Language,
  signal: AbortSignal,
  t: Translate,
): Promise<StoryTranslation | { failure: string }> {
  try {
    return await callApi(translationCalls.get, { params: { id }, query: { to }, signal, timeoutMs });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { failure: failureText(error, 'translation.failed', t) };
  }
}
