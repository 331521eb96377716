import { countNewEnquiries } from '#src/enquiries/server/enquiries.service.ts';
import { countOpenGrievances } from '#src/grievances/server/grievances.service.ts';
import { countWaitingLetters } from '#src/letters/server/moderation.service.ts';
import { countAssignedStories } from '#src/newsroom/lists/server/collaboration.service.ts';
import { countReadyStories } from '#src/newsroom/lists/server/newsroom.service.ts';
import { countAssignments } from '#src/planning/server/assignments.service.ts';
import { countDeclaredPayments } from '#src/plans/server/ledger.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Role } from '#src/rules/roles.rules.ts';
import { countUndecided } from '#src/submissions/author/server/submission-list.service.ts';
import { kindsFor, type WaitingKind } from '../waiting.rules.ts';

const counts: Record<WaitingKind, (ctx: Context, userId: number) => Promise<number>> = {
  assignments: countAssignments,
  assigned_stories: countAssignedStories,
  ready_stories: countReadyStories,
  letters: countWaitingLetters,
  submissions: countUndecided,
  payments: countDeclaredPayments,
  enquiries: countNewEnquiries,
  grievances: countOpenGrievances,
};

export interface Waiting {
  kind: WaitingKind;
  count: number;
}

/** What waits for a user with a role now, without kinds of which there is none. */
export async function getWaiting(ctx: Context, { role, userId }: { role: Role; userId: number }): Promise<Waiting[]> {
  const all = await Promise.all(kindsFor(role).map(async (kind) => ({ kind, count: await counts[kind](ctx, userId) })));
  return all.filter(({ count }) => count > 0);
}
