import { callApi } from '#src/client/api.ts';
import type { Language } from '#src/messages/languages.ts';
import { type StoryTranslation, translationCalls } from '../../translations.contract.ts';

/** Requests a translation from our server. Throws ApiError. */
export const translateOnServer = (id: number, to: Language): Promise<StoryTranslation> =>
  callApi(translationCalls.get, { params: { id }, query: { to } });
