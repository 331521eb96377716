// What other slices need to know of the topics, authors, sections and stories that a reader follows or has saved.

import type { Card } from '#src/news/cards/cards.contract.ts';
import { listHeadlines } from '#src/news/cards/server/cards.queries.ts';
import { card, link, localTopic } from '#src/news/cards/server/cards.service.ts';
import { getShownCategories } from '#src/news/categories/server/categories.service.ts';
import { orderOf } from '#src/news/stories/server/language-order.service.ts';
import type { Context } from '#src/platform/context.ts';
import { type MarkKind, markKey } from '#src/rules/reader-lists.rules.ts';
import {
  type FollowedIds,
  listAllFollowed,
  listAuthorsById,
  listCardsById,
  listCategoriesById,
  listRecentFollowed,
  listSubCategoriesById,
  listTopicsById,
} from './followed.queries.ts';

export interface FollowedCard extends Card {
  /** Keys of what it belongs to, see `markKey`. */
  from: string[];
}

/** The newest stories of what is followed, in the page's language; in all, if it has none or the paper mixes them. */
export async function listFollowed(ctx: Context, given: FollowedIds, limit: number): Promise<FollowedCard[]> {
  if (Object.values(given).every((ids) => ids.length === 0)) return [];
  const authors = given.authorIds.length ? await listAuthorsById(ctx.db, given.authorIds) : [];
  const followed = {
    ...given,
    authorIds: [...given.authorIds, ...authors.flatMap(({ id, formerIds }) => [id, ...formerIds])],
  };
  const list = async (language?: string) => {
    const filter = { inShownCategory: true, ...(language !== undefined && { language }) };
    const recent = await listRecentFollowed(ctx.db, followed, limit, filter);
    return recent.length === limit ? recent : listAllFollowed(ctx.db, followed, limit, filter);
  };
  const own = orderOf(ctx) === 'all' ? [] : await list(ctx.language);
  const rows = await listCardsById(ctx.db, own.length ? own : await list());
  // An author was followed under any of his ids.
  const idsOfAuthor = (asked: number) =>
    authors.map(({ id, formerIds }) => [id, ...formerIds]).find((ids) => ids.includes(asked)) ?? [];
  return rows.map((row) => ({
    ...card(ctx, row),
    from: [
      ...given.topicIds.filter((id) => row.topicIds.includes(id)).map((id) => markKey('topic', id)),
      ...given.authorIds
        .filter((asked) => idsOfAuthor(asked).some((id) => row.authorIds.includes(id)))
        .map((id) => markKey('author', id)),
      ...given.categoryIds.filter((id) => id === row.categoryId).map((id) => markKey('category', id)),
      ...given.subCategoryIds.filter((id) => id === row.subCategoryId).map((id) => markKey('sub_category', id)),
    ],
  }));
}

/** What lists show of something, in the language of the request. */
export interface Named {
  title: string;
  /** Without the prefix of a language. */
  path: string;
  /** Of a story. */
  language: string | null;
}

/** What lists show of those of the given that exist, by `markKey`; of stories only of public ones. */
export async function nameMarked(
  ctx: Context,
  marked: readonly { kind: MarkKind; id: number }[],
): Promise<Map<string, Named>> {
  const ids = (kind: MarkKind) => marked.filter((mark) => mark.kind === kind).map(({ id }) => id);
  const { db } = ctx;
  const [topics, authors, categories, subs, stories] = await Promise.all([
    listTopicsById(db, ids('topic')),
    listAuthorsById(db, ids('author')),
    listCategoriesById(db, ids('category')),
    listSubCategoriesById(db, ids('sub_category')),
    listHeadlines(db, ids('story')),
  ]);
  const named = (kind: MarkKind, id: number, title: string, path: string, language: string | null = null) =>
    [markKey(kind, id), { title, path, language }] as const;
  return new Map([
    ...topics.map((topic) => named('topic', topic.id, localTopic(ctx, topic).name, `/topic/${topic.slug}`)),
    ...authors.flatMap(({ id, formerIds, name, slug }) =>
      [id, ...formerIds].map((one) => named('author', one, name, `/author/${slug}`)),
    ),
    ...categories.map(({ id, ...entry }) => named('category', id, link(ctx, entry).name, `/category/${entry.slug}`)),
    ...subs.map(({ id, category, ...entry }) =>
      named(
        'sub_category',
        id,
        `${link(ctx, category).name} - ${link(ctx, entry).name}`,
        `/category/${category.slug}/subcategory/${entry.slug}`,
      ),
    ),
    ...stories.map(({ id, title, language }) => named('story', id, title, `/news/${id}`, language)),
  ]);
}

/** A public story of a shown category, with what readers may follow it by. */
export interface FollowedStory extends FollowedIds {
  title: string;
  summary: string;
  language: string;
  publishedAt: Date;
  /** Names in the language of the context, by `markKey`. */
  names: Map<string, Named>;
}

/** A story for those who follow its topics, authors (under any of their ids) or section; undefined if it is not public. */
export async function findFollowedStory(ctx: Context, id: number): Promise<FollowedStory | undefined> {
  const [row] = await listCardsById(ctx.db, [id]);
  const shown = await getShownCategories(ctx);
  if (!row || (row.categoryId !== null && !shown.some((category) => category.id === row.categoryId))) return undefined;
  const authors = row.authorIds.length ? await listAuthorsById(ctx.db, row.authorIds) : [];
  const ids: FollowedIds = {
    topicIds: row.topicIds,
    authorIds: [...new Set([...row.authorIds, ...authors.flatMap((author) => [author.id, ...author.formerIds])])],
    categoryIds: row.categoryId === null ? [] : [row.categoryId],
    subCategoryIds: row.subCategoryId === null ? [] : [row.subCategoryId],
  };
  const marks = (kind: MarkKind, list: number[]) => list.map((one) => ({ kind, id: one }));
  return {
    ...ids,
    title: row.title,
    summary: row.summary,
    language: row.language,
    publishedAt: row.createdAt,
    names: await nameMarked(ctx, [
      ...marks('topic', ids.topicIds),
      ...marks('author', ids.authorIds),
      ...marks('sub_category', ids.subCategoryIds),
      ...marks('category', ids.categoryIds),
    ]),
  };
}

/** Whether the paper shows its readers the stories of all languages alike. */
export const mixesLanguages = (ctx: Pick<Context, 'settings'>): boolean => orderOf(ctx) === 'all';
