import { callApi } from '#src/client/api.ts';
import type { Language } from '#src/messages/languages.ts';
import { type StoryTranslation, translationCalls } from '../../translations.contract.ts';

/** Has our server translate a story. Throws ApiError. */
export const translateThere = (id: number, to: Language): Promise<StoryTranslation> =>
  callApi(translationCalls.get, { params: { id }, query: { to } });
