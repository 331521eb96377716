import type { Context } from '#src/platform/context.ts';
import { writeCsv } from '#src/platform/text/csv.ts';
import { getNewsletterReads } from '#src/readership/server/statistics.service.ts';
import { isoDate, monthsUntil } from '#src/rules/calendar.rules.ts';
import { fewestReaders, readersAtEnds } from '../newsletters.rules.ts';
import type { MonthStatistics, NewsletterStatistics } from '../statistics.contract.ts';
import { countSubscribers, listNewsletters } from './issues.queries.ts';
import { listMonths, sumIssues } from './statistics.queries.ts';

const monthsShown = 12;

/** The statistics of each newsletter in the last months, this one among them. */
export async function getNewsletterStatistics(ctx: Context): Promise<NewsletterStatistics[]> {
  const months = monthsUntil(isoDate(ctx.now()), monthsShown).map((month) => `${month}-01`);
  const from = months[0] as string; // never empty
  const [newsletters, readers, changes, issues, reads] = await Promise.all([
    listNewsletters(ctx.db),
    countSubscribers(ctx.db),
    listMonths(ctx.db, from),
    sumIssues(ctx.db, from),
    getNewsletterReads(ctx, from),
  ]);
  const keyOf = (month: string, id: number) => `${month} ${id}`;
  const changesOf = new Map(changes.map((row) => [keyOf(row.month, row.newsletterId), row]));
  const issuesOf = new Map(issues.map((row) => [keyOf(row.month, row.newsletterId), row]));
  const readsOf = new Map(reads.map((row) => [keyOf(row.month, row.newsletter), row.reads]));
  return newsletters.map(({ id, name, active }) => {
    const changed = months.map((month) => {
      const { joined = 0, left = 0, refused = 0 } = changesOf.get(keyOf(month, id)) ?? {};
      return { month, joined, left, refused };
    });
    const ends = readersAtEnds(readers.get(id) ?? 0, changed);
    return {
      ...{ id, name, active },
      months: changed.map((change, place) => {
        const { issues = 0, delivered = 0, failed = 0 } = issuesOf.get(keyOf(change.month, id)) ?? {};
        const atEnd = ends[place] ?? 0;
        const isShown = atEnd >= fewestReaders;
        return {
          ...change,
          ...{ readers: atEnd, issues, delivered, failed },
          reads: isShown ? (readsOf.get(keyOf(change.month, id)) ?? 0) : null,
        };
      }),
    };
  });
}

const columns = ['readers', 'joined', 'left', 'refused', 'issues', 'delivered', 'failed', 'reads'] as const;

/** The statistics as CSV: with a byte order mark for Excel, and a ' before values that it would run. */
export async function exportNewsletterStatistics(ctx: Context): Promise<string> {
  const statistics = await getNewsletterStatistics(ctx);
  const heads = columns.map((column) => ctx.text(`circulation.${column}`));
  const valuesOf = (month: MonthStatistics) => columns.map((column) => month[column] ?? '');
  const rows = statistics.flatMap(({ id, name, months }) =>
    months.map((month) => [id, name, month.month.slice(0, 7), ...valuesOf(month)]),
  );
  const head = ['id', ctx.text('newsletters.name'), ctx.text('circulation.month'), ...heads];
  return writeCsv([head, ...rows]);
}
