// Whether an account gets reminder mails. The reminders themselves belong to other slices.

import { getCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { updateUser } from '#src/accounts/users/server/users.queries.ts';
import { type Context, requireUser } from '#src/platform/context.ts';

export const wantsReminders = async (ctx: Pick<Context, 'actor' | 'db'>): Promise<boolean> =>
  (await getCurrentUser(ctx)).wantsReminders;

export async function setReminders(ctx: Pick<Context, 'actor' | 'db' | 'now'>, on: boolean): Promise<void> {
  await updateUser(ctx.db, requireUser(ctx).userId, { wantsReminders: on }, ctx.now());
}
