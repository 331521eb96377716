import { lockCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { defineLimit } from '#src/calls/call.ts';
import { nameMarked } from '#src/news/published/server/followed.service.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { PersonalData } from '#src/platform/slice.ts';
import { markKey } from '#src/rules/reader-lists.rules.ts';
import type { Lists } from '../reader-lists.contract.ts';
import { type Mark, mergeHistory, mergeMarks, type ReadStory } from '../reader-lists.rules.ts';
import {
  deleteLists,
  findChoices,
  listHistory,
  listMarks,
  lockLists,
  replaceHistory,
  replaceMarks,
  setChoices,
} from './reader-lists.queries.ts';

// A device sends what was pressed a second ago, and synchronizes every quarter of an hour. By account: many readers of
// a mobile network have one address.
export const changesLimit = defineLimit({ name: 'reading-lists', attempts: 200, perSeconds: 600, per: 'account' });

const newestFirst = (one: { at: number }, other: { at: number }) => other.at - one.at;

/** What the current user follows, has saved and, if he wants it in his account, has read. */
export const getLists = (ctx: Context): Promise<Lists> => listsOf(ctx, requireUser(ctx).userId);

async function listsOf(ctx: Context, userId: number): Promise<Lists> {
  const { db } = ctx;
  const { historySyncedAt, historyClearedAt } = await findChoices(db, userId);
  const marks = mergeMarks(ctx.now().getTime(), await listMarks(db, userId));
  const history = (await listHistory(db, userId)).toSorted(newestFirst);
  const names = await nameMarked(ctx, [
    ...marks.filter(({ removed }) => !removed),
    ...history.map(({ id }) => ({ kind: 'story' as const, id })),
  ]);
  return {
    // Marks of deleted or hidden pages stay in the account, and are shown again when the page is.
    marks: marks.flatMap((mark) => {
      const named = mark.removed ? { title: '', path: '', language: null } : names.get(markKey(mark.kind, mark.id));
      return named ? [{ ...mark, ...named }] : [];
    }),
    history: {
      synced: historySyncedAt !== null,
      cleared_at: historyClearedAt?.getTime() ?? 0,
      stories: history.flatMap((read) => {
        const named = names.get(markKey('story', read.id));
        return named ? [{ ...read, title: named.title, language: named.language }] : [];
      }),
    },
  };
}

interface Changes {
  marks: Mark[];
  history?: { cleared_at: number; stories: ReadStory[] } | undefined;
}

/** Merges the changes of a device into the lists of the current user: decision 165. */
export async function mergeLists(ctx: Context, { marks, history }: Changes): Promise<Lists> {
  const { userId } = requireUser(ctx);
  await ctx.limits.count(changesLimit, String(userId));
  const now = ctx.now().getTime();
  // Changes by a clock that is fast would win against all later changes.
  const notLater = <T extends { at: number }>(item: T): T => ({ ...item, at: Math.min(item.at, now) });
  await ctx.db.transaction(async (tx) => {
    await lockCurrentUser(ctx, tx); // none are stored for an account that was erased meanwhile
    const { historySyncedAt, historyClearedAt } = await lockLists(tx, userId);
    if (marks.length) await replaceMarks(tx, userId, mergeMarks(now, await listMarks(tx, userId), marks.map(notLater)));
    if (!history || !historySyncedAt) return;
    const clearedAt = Math.max(historyClearedAt?.getTime() ?? 0, Math.min(history.cleared_at, now));
    const merged = mergeHistory(clearedAt, await listHistory(tx, userId), history.stories.map(notLater));
    await replaceHistory(tx, userId, merged);
    if (clearedAt > 0) await setChoices(tx, userId, { historyClearedAt: new Date(clearedAt) });
  });
  return listsOf(ctx, userId);
}

/** Stores whether the current user's account holds what he reads. If not, what it holds is deleted at once. */
export async function syncHistory(ctx: Context, synced: boolean): Promise<Lists> {
  const { userId } = requireUser(ctx);
  await ctx.limits.count(changesLimit, String(userId));
  await ctx.db.transaction(async (tx) => {
    await lockCurrentUser(ctx, tx); // none are stored for an account that was erased meanwhile
    const { historySyncedAt } = await lockLists(tx, userId);
    await setChoices(tx, userId, { historySyncedAt: synced ? (historySyncedAt ?? ctx.now()) : null });
    if (!synced) await replaceHistory(tx, userId, []);
  });
  return listsOf(ctx, userId);
}

const instant = (at: number) => new Date(at).toISOString();

async function exportLists(ctx: Context, userId: number) {
  const { db } = ctx;
  const [marks, history] = [await listMarks(db, userId), await listHistory(db, userId)];
  const { historySyncedAt, historyClearedAt } = await findChoices(db, userId);
  const names = await nameMarked(ctx, [...marks, ...history.map(({ id }) => ({ kind: 'story' as const, id }))]);
  return {
    marks: marks.toSorted(newestFirst).map(({ kind, id, at, removed }) => ({
      kind,
      id,
      title: names.get(markKey(kind, id))?.title ?? null,
      removed,
      at: instant(at),
    })),
    history: history.toSorted(newestFirst).map(({ id, at, corrections }) => ({
      story: id,
      title: names.get(markKey('story', id))?.title ?? null,
      read_at: instant(at),
      corrections,
    })),
    history_synced_at: historySyncedAt?.toISOString() ?? null,
    history_cleared_at: historyClearedAt?.toISOString() ?? null,
  };
}

/** The lists of an account as personal data. */
export const readerListsData: PersonalData = {
  name: 'reading',
  collect: exportLists,
  erase: (_, tx: Db, userId) => deleteLists(tx, userId),
};
