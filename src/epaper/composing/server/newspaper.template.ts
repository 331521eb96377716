import type { DateRange } from '#src/epaper/pages/date-range.rules.ts';
import type { Period } from '#src/epaper/pages/editions.rules.ts';
import { paperName } from '#src/epaper/pages/epaper.settings.ts';
import type { Translate } from '#src/messages/catalogue.ts';
import { languages, siteLanguages } from '#src/messages/languages.ts';
import { scriptOf } from '#src/messages/scripts.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';

const formats: Record<Period, Intl.DateTimeFormatOptions> = {
  weekly: { day: 'numeric', month: 'long', year: 'numeric' },
  monthly: { month: 'long', year: 'numeric' },
  yearly: { year: 'numeric' },
};

export type EditionWords = ReturnType<typeof describeEdition>;

// Typst replaces this placeholder with the page number.
const page = '{page}';

type EditionContext = Pick<Context, 'text' | 'settings' | 'language'>;

const notesIn = (text: Translate) => ({
  from: text('compose.continuedFrom', { page }),
  on: text('compose.continuedOn', { page }),
  whole: text('compose.wholeStory'),
});

/** The texts of the nameplate and page headers of a composed edition, in the language of the context, and the notes in its stories. */
export function describeEdition(
  { text, settings, language }: EditionContext,
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
    direction: languages[language].direction,
    script: scriptOf(text('compose.frontPage')),
    indexTitle: text('compose.index'),
    spaceKinds: { advertisement: text('compose.space_advertisement'), notice: text('compose.space_notice') },
    // Notes in a story are in its language.
    notes: Object.fromEntries(siteLanguages.map((name) => [name, notesIn(translator(name))])),
  };
}

/** The texts of an edition. A title that is not the proposed one is printed on the front instead of its kind. */
export function namedEdition(
  ctx: EditionContext,
  category: Period,
  days: DateRange,
  { number, title }: { number: number; title: string | undefined },
) {
  const words = describeEdition(ctx, category, days, number);
  const name = title?.trim();
  // A draft was proposed in another language than that of the editor who publishes it.
  const proposed = siteLanguages.map((language) =>
    proposedTitle({ ...ctx, language, text: translator(language) }, category, days),
  );
  return name && !proposed.includes(name) ? { ...words, edition: name } : words;
}

/** The title of an edition that has no name of its own. */
export const proposedTitle = (ctx: EditionContext, category: Period, days: DateRange): string =>
  `${ctx.settings.get(paperName)}, ${describeEdition(ctx, category, days, 0).title}`;
