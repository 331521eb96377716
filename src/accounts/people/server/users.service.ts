import { requireRecentPassword } from '#src/accounts/login/server/reauthentication.service.ts';
import { requireOtherAdmin } from '#src/accounts/users/server/other-admin.service.ts';
import { endSessions } from '#src/accounts/users/server/sessions.queries.ts';
import { hasSecondStep } from '#src/accounts/users/server/user-view.service.ts';
import {
  findUser,
  listStaff,
  listUsers,
  lockUser,
  type NewUser,
  type User,
  updateUser,
} from '#src/accounts/users/server/users.queries.ts';
import { type AuditEventView, type ListedUser, listLimit } from '#src/accounts/users/users.contract.ts';
import { listAuditEvents, recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { endOfDayInIndia, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import type { Role } from '#src/rules/roles.rules.ts';

interface Page {
  search?: string | undefined;
  before?: number | undefined;
}

/** Accounts for the users page, newest first. */
export async function getUsers(ctx: Context, page: Page): Promise<{ people: ListedUser[]; more: boolean }> {
  const users = await listUsers(ctx.db, { ...page, limit: listLimit + 1 });
  return { people: users.slice(0, listLimit).map(listedUser), more: users.length > listLimit };
}

/** The current role of an account; a visitor's once it was disabled or deleted, or its sessions ended after `since`. */
export async function getRole(db: Db, id: number, since: Date): Promise<Role> {
  const user = await findUser(db, id);
  if (!user || user.disabledAt || user.deletedAt) return 'visitor';
  return user.sessionsEndedAt && user.sessionsEndedAt >= since ? 'visitor' : user.role;
}

/** Changes a user's role and ends his sessions, which still have the old one. Only an editor is limited to sections. */
export const setRole = (ctx: Context, id: number, role: User['role']): Promise<ListedUser> => {
  const change = { role, ...(role !== 'editor' && { limitedToSections: false }) };
  return changeUser(ctx, id, change, { action: 'person.role', details: { role } }, role !== 'admin');
};

/**
 * Sets whether an editor is limited to sections, and locks his row. Throws `not_found`, and `conflict` for another role.
 */
export async function limitEditor({ now }: Context, tx: Db, id: number, limitedToSections: boolean): Promise<void> {
  const user = await lockUser(tx, id);
  if (!user || user.deletedAt) throw new AppError('not_found', 'accounts.personNotFound');
  if (user.role !== 'editor') throw new AppError('conflict', 'accounts.sectionsOfEditors');
  await updateUser(tx, id, { limitedToSections }, now());
}

export const disableUser = (ctx: Context, id: number): Promise<ListedUser> =>
  changeUser(ctx, id, { disabledAt: ctx.now() }, { action: 'person.disabled' }, true);

export const enableUser = (ctx: Context, id: number): Promise<ListedUser> =>
  changeUser(ctx, id, { disabledAt: null }, { action: 'person.enabled' }, false);

/** Ends all sessions of a user; of the admin's own all but this one. */
export const endSessionsOf = (ctx: Context, id: number): Promise<ListedUser> =>
  changeUser(ctx, id, {}, { action: 'person.sessions_ended' }, false);

interface AuditedAction {
  action: string;
  details?: Record<string, unknown>;
}

async function changeUser(
  ctx: Context,
  id: number,
  change: Partial<NewUser>,
  auditEvent: AuditedAction,
  revokesAdmin: boolean,
): Promise<ListedUser> {
  await requireRecentPassword(ctx);
  return ctx.db.transaction(async (tx) => {
    if (revokesAdmin) await requireOtherAdmin(tx, id);
    const user = await lockUser(tx, id);
    if (!user || user.deletedAt) throw new AppError('not_found', 'accounts.personNotFound');
    const changed = await updateUser(tx, id, change, ctx.now());
    await endSessions(tx, id, ctx.now(), id === requireUser(ctx).userId ? requireUser(ctx).sessionId : undefined);
    await recordAuditEvent(ctx, tx, { ...auditEvent, subject: `person ${id}` });
    return listedUser(changed ?? user);
  });
}

/** The audit log, newest first. */
export async function getAuditLog(
  ctx: Context,
  { from, to, ...page }: Page & { from?: string | undefined; to?: string | undefined },
): Promise<{ acts: AuditEventView[]; more: boolean }> {
  const acts = await listAuditEvents(ctx.db, {
    ...page,
    from: from === undefined ? undefined : startOfDayInIndia(from),
    to: to === undefined ? undefined : endOfDayInIndia(to),
    limit: listLimit + 1,
  });
  return {
    acts: acts.slice(0, listLimit).map(({ id, at, actor, action, subject, details }) => ({
      id,
      at: at.toISOString(),
      actor,
      action,
      subject,
      details,
    })),
    more: acts.length > listLimit,
  };
}

const listedUser = (user: User): ListedUser => ({
  id: user.id,
  name: user.name,
  email: user.email,
  mobile: user.mobile,
  role: user.role,
  disabled: user.disabledAt !== null,
  two_step: hasSecondStep(user),
  created_at: user.createdAt.toISOString(),
});

/** The newsroom's users who can log in and have confirmed their e-mail. */
export const getStaff = async ({ db }: Context): Promise<Pick<User, 'id' | 'name' | 'email' | 'role'>[]> =>
  (await listStaff(db)).map(({ id, name, email, role }) => ({ id, name, email, role }));
