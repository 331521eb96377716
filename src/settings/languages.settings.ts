import { z } from 'zod';
import { defaultLanguage, isSiteLanguage, type Language, siteLanguages } from '#src/messages/languages.ts';
import { defineSetting } from '#src/platform/settings/define-setting.ts';
import type { Settings } from '#src/platform/settings/settings.ts';

const codesIn = (list: string) => list.split(',').map((code) => code.trim());
const others = siteLanguages.filter((language) => language !== defaultLanguage);

/** Comma-separated codes of the languages offered beside the default, such as `hi, ur`; may be empty. */
export const languagesOnOffer = defineSetting({
  key: 'site.languages',
  group: 'settings.site',
  label: 'settings.languages',
  hint: 'settings.languagesHint',
  input: { kind: 'text' },
  schema: z
    .string()
    .trim()
    .toLowerCase()
    .refine((list) => list === '' || codesIn(list).every(isSiteLanguage), 'settings.languagesHint'),
  default: others.join(', '),
});

/** The languages that readers can choose, in the order of `siteLanguages`; always includes the default. */
export function offeredLanguages({ get }: Pick<Settings, 'get'>): Language[] {
  const codes = codesIn(get(languagesOnOffer));
  return siteLanguages.filter((language) => language === defaultLanguage || codes.includes(language));
}
