import { getHeads } from '#src/news/server/print.service.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Candidate, Draft } from '../compose.contract.ts';
import { type Days, instantsOf } from '../compose.rules.ts';
import { createDraft, dropDraft, hasDraft, listDrafts } from './compose.queries.ts';
import { propose } from './compose.service.ts';

/** Lays out a weekly newspaper of these days for an editor to look at; nothing when there is one, or no story. */
export async function draftWeekly(ctx: Context, days: Days): Promise<void> {
  if (await hasDraft(ctx.db, 'weekly', days.from)) return; // asked every ten minutes of its day
  const { title, stories } = await propose(ctx, { category: 'weekly', days });
  if (stories.length === 0) return;
  await createDraft(ctx.db, {
    period: 'weekly',
    paper: 'a3',
    firstDay: days.from,
    lastDay: days.to,
    title,
    issueDate: days.to,
    choices: stories.map(({ id, weight }) => ({ id, weight })),
    createdAt: ctx.now(),
  });
}

const mostDrafts = 10;

/** Drafts that wait for an editor, newest first. Stories that were taken back meanwhile are left out. */
export async function getDrafts(ctx: Context): Promise<Draft[]> {
  const drafts = await listDrafts(ctx.db, mostDrafts);
  return Promise.all(
    drafts.map(async ({ id, period, firstDay, lastDay, title, choices }) => {
      const days = { from: firstDay, to: lastDay };
      const heads = await getHeads(
        ctx,
        instantsOf(days),
        choices.map((choice) => choice.id),
      );
      const byId = new Map(heads.map((head) => [head.id, head]));
      const stories = choices.flatMap((choice): Candidate[] => {
        const head = byId.get(choice.id);
        return head ? [{ ...choice, ...head, category: head.category ?? '' }] : [];
      });
      return { id, category: period, title, ...days, stories };
    }),
  );
}

/** Puts a draft away for good. Throws `not_found` for what is none. */
export async function discardDraft(ctx: Context, id: number): Promise<void> {
  if (!(await dropDraft(ctx.db, id))) throw new AppError('not_found', 'errors.notFound');
}
