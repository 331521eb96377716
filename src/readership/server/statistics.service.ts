import { isLanguage, languages } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import { writeCsv } from '#src/platform/text/csv.ts';
import { isoDate, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import type { Statistics } from '../readership.contract.ts';
import { daysUntil, type ReadSource, sourceText, type Table } from '../readership.rules.ts';
import { fewestSearches, searchesShown } from '../searches.rules.ts';
import { sumNewsletterReads } from './reads.queries.ts';
import { listSearches } from './searches.queries.ts';
import { sumByDay, sumByHour, sumByLanguage, sumBySection, sumBySource, sumByStory } from './statistics.queries.ts';

const storiesShown = 100;

/** What was read within the last `count` days, today among them. */
export async function getStatistics({ db, now }: Pick<Context, 'db' | 'now'>, count: number): Promise<Statistics> {
  const days = daysUntil(isoDate(now()), count);
  const first = days[0] as string; // a period has days
  const [byDay, byHour, bySource, byNewsletter, byLanguage, sections, stories, searches] = await Promise.all([
    sumByDay(db, first),
    sumByHour(db, startOfDayInIndia(first)),
    sumBySource(db, first),
    sumNewsletterReads(db, first),
    sumByLanguage(db, first),
    sumBySection(db, first),
    sumByStory(db, first, storiesShown),
    listSearches(db, first, fewestSearches, searchesShown),
  ]);
  const readsOf = new Map(byDay.map(({ day, reads }) => [day, reads]));
  const readsAt = new Map(byHour.map(({ hour, reads }) => [hour, reads]));
  return {
    total: byDay.reduce((sum, { reads }) => sum + reads, 0),
    days: days.map((day) => ({ day, reads: readsOf.get(day) ?? 0 })),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, reads: readsAt.get(hour) ?? 0 })),
    sources: shownSourcesOf(bySource, byNewsletter),
    languages: byLanguage,
    sections,
    stories,
    searches,
  };
}

// Reads from newsletters are stored as reads from mail.
function shownSourcesOf(
  bySource: { source: ReadSource; reads: number }[],
  byNewsletter: { reads: number }[],
): Statistics['sources'] {
  const fromNewsletters = byNewsletter.reduce((sum, { reads }) => sum + reads, 0);
  const others = bySource.map(({ source, reads }) => ({
    source,
    reads: source === 'mail' ? Math.max(0, reads - fromNewsletters) : reads, // stories are deleted with their reads
  }));
  return [...others, { source: 'newsletter' as const, reads: fromNewsletters }]
    .filter(({ reads }) => reads > 0)
    .toSorted((one, other) => other.reads - one.reads);
}

/** Reads from a day on that began with a link in a newsletter, by its number and by month, such as "2026-11-01". */
export const getNewsletterReads = ({ db }: Pick<Context, 'db'>, from: string) => sumNewsletterReads(db, from);

/** A table of the statistics as CSV: with a byte order mark for Excel, and a ' before values that it would run. */
export async function exportStatistics(ctx: Context, count: number, of: Table): Promise<string> {
  const statistics = await getStatistics(ctx, count);
  const { text } = ctx;
  const reads = text('readership.reads');
  const tables: Record<Table, () => [string[], (string | number)[][]]> = {
    days: () => [[text('readership.day'), reads], statistics.days.map(({ day, reads }) => [day, reads])],
    hours: () => [[text('readership.hour'), reads], statistics.hours.map(({ hour, reads }) => [hour, reads])],
    sources: () => [
      [text('readership.source'), reads],
      statistics.sources.map(({ source, reads }) => [text(sourceText[source]), reads]),
    ],
    languages: () => [
      [text('readership.language'), reads],
      statistics.languages.map(({ language, reads }) => [languageName(language), reads]),
    ],
    sections: () => [
      [text('readership.section'), reads],
      statistics.sections.map(({ name, reads }) => [name ?? text('news.uncategorized'), reads]),
    ],
    stories: () => [
      [
        'id',
        text('readership.story'),
        text('readership.language'),
        reads,
        text('readership.half'),
        text('readership.whole'),
      ],
      statistics.stories.map(({ id, title, language, reads, half, whole }) => [
        id,
        title,
        languageName(language),
        reads,
        half,
        whole,
      ]),
    ],
    searches: () => [
      [text('readership.words'), text('readership.language'), text('readership.searches')],
      statistics.searches.map(({ words, language, searches }) => [words, languageName(language), searches]),
    ],
  };
  const [head, rows] = tables[of]();
  return writeCsv([head, ...rows]);
}

const languageName = (code: string) => (isLanguage(code) ? languages[code].name : code);
