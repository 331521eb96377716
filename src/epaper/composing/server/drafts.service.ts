import { type DateRange, rangeInstants } from '#src/epaper/pages/date-range.rules.ts';
import { getPickedLetters } from '#src/letters/server/printed-letters.service.ts';
import { getHeads } from '#src/news/published/server/print.service.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Candidate, Draft } from '../compose.contract.ts';
import { createDraft, deleteDraft, hasDraft, listDrafts } from './compose.queries.ts';
import { existingOf, propose } from './compose.service.ts';

/** Creates a draft of the weekly newspaper for review; nothing when there is one already, or no story. */
export async function draftWeekly(ctx: Context, days: DateRange): Promise<void> {
  if (await hasDraft(ctx.db, 'weekly', days.from)) return; // called every ten minutes on its day
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

const maxDrafts = 10;

/** Drafts that wait for an editor, newest first. Stories that were withdrawn in the meantime are left out. */
export async function getDrafts(ctx: Context): Promise<Draft[]> {
  const drafts = await listDrafts(ctx.db, maxDrafts);
  const letters = (await getPickedLetters(ctx)).length;
  return Promise.all(
    drafts.map(async ({ id, period, firstDay, lastDay, title, choices }) => {
      const days = { from: firstDay, to: lastDay };
      const heads = await getHeads(
        ctx,
        rangeInstants(days),
        choices.map((choice) => choice.id),
      );
      const byId = new Map(heads.map((head) => [head.id, head]));
      const stories = choices.flatMap((choice): Candidate[] => {
        const head = byId.get(choice.id);
        return head ? [{ ...head, weight: choice.weight, category: head.category ?? '' }] : [];
      });
      return {
        id,
        category: period,
        title,
        ...days,
        stories,
        letters,
        existing: await existingOf(ctx, period, days, id),
      };
    }),
  );
}

/** Discards a draft permanently. Throws `not_found` when it is no draft. */
export async function discardDraft(ctx: Context, id: number): Promise<void> {
  if (!(await deleteDraft(ctx.db, id))) throw new AppError('not_found', 'errors.notFound');
}
