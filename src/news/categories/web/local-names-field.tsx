import { directionOf, languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { LocalNames } from '#src/news/schema/columns.rules.ts';
import { TextField } from '#src/ui/field.tsx';
import { localNameLanguages } from '../category-names.rules.ts';

interface LocalNamesFieldProps {
  names: LocalNames;
  maxLength: number;
  hint?: string;
  /** Validation errors of the form; those of a name are called "names.hi" and so on. */
  errors: Record<string, string>;
}

/** Names in the other languages of the site. `localNamesOf` reads them from the form's texts. */
export function LocalNamesField({ names, maxLength, hint, errors }: LocalNamesFieldProps) {
  const { t } = useTexts();
  return (
    <fieldset className="grid gap-3 border border-rule p-3 sm:grid-cols-2">
      <legend className="px-1 font-semibold text-sm">{t('taxonomy.otherLanguages')}</legend>
      {hint && <p className="text-sm text-soft sm:col-span-2">{hint}</p>}
      {localNameLanguages.map((language) => (
        <TextField
          key={language}
          label={languages[language].name}
          name={language}
          lang={language}
          dir={directionOf(language)}
          maxLength={maxLength}
          defaultValue={names[language] ?? ''}
          error={errors[`names.${language}`]}
        />
      ))}
    </fieldset>
  );
}

/** The names that were typed, by language. */
export const localNamesOf = (texts: Record<string, string>): LocalNames =>
  Object.fromEntries(localNameLanguages.map((language) => [language, texts[language] ?? '']));
