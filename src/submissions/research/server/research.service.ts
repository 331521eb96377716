import { searchLimit } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import { decodeCursor, encodeCursor } from '#src/platform/database/cursors.ts';
import { AppError } from '#src/platform/errors.ts';
import { isoDate } from '#src/rules/calendar.rules.ts';
import { idsMatching, parseQuery } from '#src/search-index/server/search-index.service.ts';
import {
  apa,
  bibtex,
  type CitedEssay,
  pdfSlug,
  ris,
  scholarTags,
} from '#src/submissions/submission/citations.rules.ts';
import { articleTypes } from '#src/submissions/submission/form.rules.ts';
import {
  type EssayCard,
  type EssayPage,
  essaysPerPage,
  pagesShown,
  type ResearchPage,
  type Verification,
} from '#src/submissions/submission/research.contract.ts';
import { findEssay, listPages } from '#src/submissions/submission/server/files.queries.ts';
import { listCorrections, type Submission } from '#src/submissions/submission/server/submissions.queries.ts';
import { journalTitle } from '#src/submissions/submission/submissions.settings.ts';
import {
  type EssayRow,
  findByCode,
  findPublished,
  findResearchSpan,
  listEssayAddresses,
  listEssays,
} from './research.queries.ts';

/** Filter and cursor from the query string. */
export interface ResearchQuery {
  search: string;
  type: string;
  year: string;
  after: string | undefined;
}

const isYear = /^[1-9]\d{3}$/; // 2026

/** Published essays, newest first. An unknown type or year yields an empty list. */
export async function getResearch(ctx: Context, { search, type, year, after }: ResearchQuery): Promise<ResearchPage> {
  const known = articleTypes.find((entry) => entry === type);
  const words = search.slice(0, 100);
  if (words) await ctx.limits.count(searchLimit, ctx.address);
  const query = words.trim() ? await parseQuery(ctx, words, { beginnings: true }) : undefined;
  const filter = {
    matching: query && idsMatching(query, { audience: 'anyone', kind: 'essay' }),
    type: known,
    year: isYear.test(year) ? Number(year) : undefined,
  };
  const nothing =
    (type !== '' && !known) || (year !== '' && filter.year === undefined) || (words.trim() !== '' && !query);
  const position = after === undefined ? undefined : decodeCursor(after);
  const [rows, span] = await Promise.all([
    nothing ? [] : listEssays(ctx.db, filter, essaysPerPage + 1, position),
    findResearchSpan(ctx.db),
  ]);
  const shown = rows.slice(0, essaysPerPage).map(card);
  const last = rows.length > essaysPerPage ? shown.at(-1) : undefined;
  return {
    essays: shown,
    nextCursor: last ? encodeCursor(new Date(last.publishedAt), last.id) : null,
    search,
    type,
    year,
    years: span ? yearsBetween(span.first, span.last) : [],
  };
}

const yearOf = (at: Date) => Number(isoDate(at).slice(0, 4));

function yearsBetween(first: Date, last: Date) {
  const [from, to] = [yearOf(first), yearOf(last)];
  return Array.from({ length: to - from + 1 }, (_, index) => to - index);
}

const card = (row: EssayRow): EssayCard => ({
  id: row.id,
  title: row.title,
  username: row.username,
  articleType: row.articleType,
  publishedAt: (row.publishedAt as Date).toISOString(), // set for every essay on /research
  publicId: row.publicId as string, // likewise
  firstPage: row.pages && row.width && row.height ? { page: 1, width: row.width, height: row.height } : null,
});

/** The citation data of a published essay. */
export function citedWork(ctx: Context, submission: Submission): CitedEssay {
  const { id, title, username, coAuthors, institution, abstract, keywords, publishedAt } = submission;
  return {
    id,
    title,
    authors: [username, ...coAuthors],
    institution,
    abstract,
    keywords,
    publishedAt: (publishedAt as Date).toISOString(), // published
    journal: ctx.settings.get(journalTitle),
  };
}

/** The page of a published essay. Throws `not_found`, or `gone` if it is no longer published. */
export async function getEssayPage(ctx: Context, id: number): Promise<EssayPage> {
  const { submission, publicId } = await getPublished(ctx, id);
  const work = citedWork(ctx, submission);
  const { siteUrl } = ctx.config;
  const essay = await findEssay(ctx.db, id);
  const pages = essay?.pages ? await listPages(ctx.db, essay.id, pagesShown) : [];
  return {
    id,
    title: work.title,
    authors: [...work.authors],
    institution: work.institution,
    abstract: work.abstract,
    keywords: [...work.keywords],
    articleType: submission.articleType,
    publishedAt: work.publishedAt,
    corrections: (await listCorrections(ctx.db, id)).map(({ at, note }) => ({ at: at.toISOString(), note })),
    journal: work.journal,
    publicId,
    pages: pages.map(({ page, width, height, text }) => ({ page, width, height, text })),
    morePages: Math.max(0, (essay?.pages ?? 0) - pagesShown),
    pdfName: `${pdfSlug(work.title)}.pdf`,
    tags: scholarTags(work, siteUrl),
    citations: { bibtex: bibtex(work, siteUrl), ris: ris(work, siteUrl), apa: apa(work, siteUrl) },
  };
}

/** Ids of the newest essays on /research with their last change, for the sitemap. */
export const getEssayAddresses = ({ db }: Pick<Context, 'db'>, limit: number) => listEssayAddresses(db, limit);

/** A submission on /research. Throws `not_found`, or `gone` if it was there and is no longer. */
export async function getPublished(ctx: Context, id: number): Promise<{ submission: Submission; publicId: string }> {
  const submission = await findPublished(ctx.db, id);
  if (!submission) throw new AppError('not_found', 'research.notFound');
  const { onResearch, publicId } = submission;
  if (!onResearch || publicId === null) throw new AppError('gone', 'research.gone');
  return { submission, publicId };
}

/** The certificate of a code. Throws `not_found` for an unknown code. */
export async function getVerification(ctx: Context, code: string): Promise<Verification> {
  const submission = await findByCode(ctx.db, code.toUpperCase().replaceAll(/[\s-]/g, ''));
  if (!submission?.publishedAt) throw new AppError('not_found', 'research.codeUnknown');
  const { id, title, username, coAuthors, publishedAt, onResearch } = submission;
  return {
    code: submission.code ?? code,
    title,
    author: [username, ...coAuthors].filter(Boolean).join(', '),
    publishedAt: publishedAt.toISOString(),
    valid: onResearch,
    id: onResearch ? id : null,
  };
}
