import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { writeCsv } from '#src/platform/text/csv.ts';
import { isoDate, monthsUntil } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import type { AuthorStatistics, WorkStatistics } from '../author-statistics.contract.ts';
import type { WorkKind } from '../works.rules.ts';
import {
  findName,
  isAuthor,
  listEssaysOf,
  listStoriesOf,
  sumEssaysByMonth,
  sumStoriesByMonth,
} from './author-statistics.queries.ts';
import { getCitations } from './citations.service.ts';

const worksShown = 100; // of each kind
const monthsShown = 12;

/**
 * Reads, downloads and citations of an author's public works, for himself; editors see those of any `person`. Throws
 * `not_found` for others, as for an account that does not exist.
 */
export async function getAuthorStatistics(ctx: Context, person?: number): Promise<AuthorStatistics> {
  const { userId, role } = requireUser(ctx);
  const author = person ?? userId;
  const name = author === userId || isAllowed(role, 'editors') ? await findName(ctx.db, author) : undefined;
  if (name === undefined) throw new AppError('not_found', 'errors.notFound');
  const months = monthsUntil(isoDate(ctx.now()), monthsShown);
  const [stories, essays] = await Promise.all([
    listStoriesOf(ctx.db, author, worksShown),
    listEssaysOf(ctx.db, author, worksShown),
  ]);
  // The names of those who are no authors are not the editors' business.
  if (author !== userId && stories.length + essays.length === 0 && !(await isAuthor(ctx.db, author)))
    throw new AppError('not_found', 'errors.notFound');
  const works = await Promise.all([
    statisticsOf(ctx, 'story', stories, months),
    statisticsOf(ctx, 'essay', essays, months),
  ]);
  return { name, months, works: works.flat().toSorted((a, b) => b.published_at.localeCompare(a.published_at)) };
}

type Rows = { id: number; title: string; publishedAt: Date | null }[];
const sums = { story: sumStoriesByMonth, essay: sumEssaysByMonth } as const;

async function statisticsOf(ctx: Context, kind: WorkKind, rows: Rows, months: string[]): Promise<WorkStatistics[]> {
  const ids = rows.map(({ id }) => id);
  const [counts, citations] = await Promise.all([
    ids.length ? sums[kind](ctx.db, ids, `${months[0]}-01`) : [],
    getCitations(ctx, kind, ids),
  ]);
  const byId = Map.groupBy(counts, ({ id }) => id);
  return rows.map(({ id, title, publishedAt }) => {
    const own = byId.get(id) ?? [];
    const total = (what: 'reads' | 'half' | 'whole' | 'downloads') => own.reduce((sum, row) => sum + row[what], 0);
    return {
      kind,
      id,
      title,
      published_at: (publishedAt as Date).toISOString(), // both lists are of public works
      reads: total('reads'),
      half: total('half'),
      whole: total('whole'),
      downloads: kind === 'essay' ? total('downloads') : null,
      months: months.map((month) => {
        const { reads = 0, whole = 0, downloads = 0 } = own.find((row) => row.month === month) ?? {};
        return { reads, whole, downloads };
      }),
      cited_by: citations.get(id) ?? [],
    };
  });
}

/** The same as CSV, a line for each work: with a byte order mark for Excel, and a ' before values that it would run. */
export async function exportAuthorStatistics(ctx: Context, person?: number): Promise<string> {
  const { months, works } = await getAuthorStatistics(ctx, person);
  const { text } = ctx;
  const head = [
    text('readers.work'),
    text('readers.kind'),
    text('readers.published'),
    text('readership.reads'),
    text('readership.half'),
    text('readership.whole'),
    text('readers.downloads'),
    text('readers.citations'),
    ...months.map((month) => `${text('readership.reads')} ${month}`),
  ];
  const lines = works.map((work) => [
    work.title,
    text(`readers.${work.kind}`),
    isoDate(new Date(work.published_at)),
    work.reads,
    work.half,
    work.whole,
    work.downloads ?? '',
    work.cited_by.length,
    ...work.months.map(({ reads }) => reads),
  ]);
  return writeCsv([head, ...lines]);
}
