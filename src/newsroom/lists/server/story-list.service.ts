import { z } from 'zod';
import { Instant, NumericId } from '#src/calls/call.ts';
import type { Category } from '#src/news/categories/categories.contract.ts';
import { findSubBySlug, othersName } from '#src/news/categories/categories.rules.ts';
import { getCategory } from '#src/news/categories/server/categories.service.ts';
import type { ListedStory, StoryListFilter, StorySort } from '#src/news/stories/story-list.contract.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { endOfDayInIndia, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { idsMatching, parseQuery } from '#src/search-index/server/search-index.service.ts';
import {
  countStates,
  countUnpublished,
  type ListedRow,
  type ListPosition,
  listAllStories,
  listBylines,
  listPosition,
  listStoryAccounts,
  matchingStories,
  noStories,
  type StoryListConditions,
} from './story-list.queries.ts';

type ListQuery = StoryListFilter & { limit: number; cursor?: string | undefined };

/** A page of the newsroom's list of stories; the first one with the number of stories by state. */
export async function getStoryList(ctx: Context, { limit, cursor, ...filter }: ListQuery) {
  const { sort, state } = filter;
  const after = cursor === undefined ? undefined : readPosition(cursor, sort);
  const conditions = await conditionsOf(ctx, filter);
  if (!conditions) return { stories: [], next: null, counts: noStories };
  const [rows, counts] = await Promise.all([
    listAllStories(ctx.db, conditions, state, { sort, limit: limit + 1, after }),
    after ? null : countStates(ctx.db, conditions),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    stories: shown.map(listedStory),
    next: last ? Buffer.from(JSON.stringify(listPosition(last, sort))).toString('base64url') : null,
    counts,
  };
}

export const getUnpublishedCounts = (ctx: Context) => countUnpublished(ctx.db, ownBy(ctx));

// Reporters see their own stories only.
const ownBy = (ctx: Context) => (isAllowed(ctx.actor.role, 'desk') ? undefined : requireUser(ctx).userId);

export const getStoryAccounts = (ctx: Context) => listStoryAccounts(ctx.db);

/** The conditions of a filter; undefined if they match no story. Throws `not_found` for an unknown category. */
async function conditionsOf(ctx: Context, filter: StoryListFilter): Promise<StoryListConditions | undefined> {
  const { q = '', category: categoryName, sub_category: subCategoryName, author, language, lacks } = filter;
  const query = q && (await parseQuery(ctx, q, { beginnings: true }));
  if (q && !query) return undefined;
  const bylines = author ? await listBylines(ctx.db, author) : undefined;
  if (bylines?.length === 0) return undefined;
  const category = categoryName ? await getCategory(ctx, categoryName) : undefined;
  return {
    matching: query
      ? await matchingStories(ctx.db, idsMatching(query, { audience: 'newsroom', kind: 'story' }))
      : undefined,
    categoryId: category?.id,
    subCategoryId: category && subCategoryName ? subCategoryId(category, subCategoryName) : undefined,
    bylines,
    ownBy: ownBy(ctx),
    authorId: filter.mine ? requireUser(ctx).userId : filter.account,
    language,
    lacks,
    from: filter.from ? startOfDayInIndia(filter.from) : undefined,
    to: filter.to ? endOfDayInIndia(filter.to) : undefined,
  };
}

function subCategoryId(category: Category, name: string): number | null {
  const sub = findSubBySlug(category, name);
  if (!sub) throw new AppError('not_found', 'news.subCategoryNotFound');
  return sub === othersName ? null : sub.id;
}

const listedStory = (row: ListedRow): ListedStory => ({
  id: row.id,
  title: row.title,
  status: row.status,
  publish_at: row.publishAt?.toISOString() ?? null,
  category: row.category,
  sub_category: row.subCategory ?? (row.submenu === null ? null : othersName),
  author: row.author,
  language: row.language,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  deleted_at: row.deletedAt?.toISOString() ?? null,
  version: row.version,
});

const InTime = Instant.refine((at) => !at.startsWith('0000')); // PostgreSQL has no year 0
const values: Record<StorySort, z.ZodType<string>> = {
  newest: InTime,
  changed: InTime,
  title: z.string(),
  // "3 2026-11-21T20:00:00.000Z": position of the section and time
  section: z.string().refine((value) => {
    const [position = '', at, ...rest] = value.split(' ');
    return /^\d{1,9}$|^2147483647$/.test(position) && InTime.safeParse(at).success && rest.length === 0;
  }),
};

function readPosition(cursor: string, sort: StorySort): ListPosition {
  try {
    const Position = z.object({ value: values[sort], id: NumericId });
    return Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw new AppError('bad_request', 'errors.badRequest', { cause });
  }
}
