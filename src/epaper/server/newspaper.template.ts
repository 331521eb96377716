import type { Translate } from '#src/messages/catalogue.ts';
import { languages, siteLanguages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { DateRange } from '../compose.rules.ts';
import type { Period } from '../editions.rules.ts';
import { paperName } from '../epaper.settings.ts';

const formats: Record<Period, Intl.DateTimeFormatOptions> = {
  weekly: { day: 'numeric', month: 'long', year: 'numeric' },
  monthly: { month: 'long', year: 'numeric' },
  yearly: { year: 'numeric' },
};

export type EditionWords = ReturnType<typeof describeEdition>;

// Typst replaces this placeholder with the page number.
const page = '{page}';

const notesIn = (text: Translate) => ({
  from: text('compose.continuedFrom', { page }),
  on: text('compose.continuedOn', { page }),
  whole: text('compose.wholeStory'),
});

/** The texts of the nameplate and page headers of a composed edition, in the language of the context, and the notes in its stories. */
export function describeEdition(
  { text, settings, language }: Pick<Context, 'text' | 'settings' | 'language'>,
  period: Period,
  days: DateRange,
  number: number,
) {
  const format = new Intl.DateTimeFormat(languages[language].locale, { ...formats[period], timeZone: 'UTC' });
  const date = format.formatRange(new Date(days.from), new Date(days.to));
  return {
    name: settings.get(paperName),
    title: date,
    edition: text(`compose.${period}Edition`),
    number: text('compose.number', { number }),
    date,
    frontTitle: text('compose.frontPage'),
    language,
    indexTitle: text('compose.index'),
    // Notes in a story are in its language.
    notes: Object.fromEntries(siteLanguages.map((name) => [name, notesIn(translator(name))])),
  };
}
