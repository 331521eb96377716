// Names in bylines. Separate from authors.rules.ts, which structured data of readers' pages must not load.
import { languages } from '#src/messages/languages.ts';

let known: string[] | undefined;

/**
 * The separators between two names of a byline, in any language: " and ", ", ", ", and ". The language of a story may
 * have changed since its byline was written.
 */
export const separators = (): string[] => {
  known ??= [
    ...new Set(
      Object.values(languages).flatMap(({ locale }) =>
        [2, 4].flatMap((count) =>
          new Intl.ListFormat(locale, { type: 'conjunction' })
            .formatToParts(Array.from({ length: count }, () => 'A'))
            .flatMap(({ type, value }) => (type === 'literal' ? [value] : [])),
        ),
      ),
    ),
  ].toSorted((one, other) => other.length - one.length); // ", and " before ", "
  return known;
};

/** The names in the text between the linked authors of a byline. */
export const namesIn = (text: string): string[] =>
  separators()
    .reduce((parts, separator) => parts.flatMap((part) => part.split(separator)), [text])
    .map((name) => name.trim())
    .filter(Boolean);
