import { randomUUID } from 'node:crypto';
import { requirePassword, requireRecentPassword } from '#src/accounts/login/server/reauthentication.service.ts';
import { removeSecondSteps } from '#src/accounts/login/server/two-step.service.ts';
import { getCurrentUser, lockCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { deleteLinks } from '#src/accounts/users/server/links.queries.ts';
import { requireOtherAdmin } from '#src/accounts/users/server/other-admin.service.ts';
import { portraitKey } from '#src/accounts/users/server/portraits.service.ts';
import { endSessions } from '#src/accounts/users/server/sessions.queries.ts';
import { hasSecondStep, isUnclaimed } from '#src/accounts/users/server/user-view.service.ts';
import {
  findUserByEmail,
  lockUser,
  type NewUser,
  type User,
  updateUser,
} from '#src/accounts/users/server/users.queries.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { markOrphaned, removeOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import { deleteSentMails } from '#src/platform/mail/mail.ts';
import type { PersonalData } from '#src/platform/slice.ts';

/** Resets what the account's creator has typed, except the name, which is required. */
export const nothingTyped: Partial<NewUser> = {
  pendingEmail: null,
  dob: null,
  mobile: null,
  profileImage: null,
  guardianName: null,
  guardianEmail: null,
  guardianAskedAt: null,
  guardianConsentAt: null,
};

/**
 * Erases what an account has stored in all slices, and its picture: the file is removed within a day. With `email`,
 * also what is stored under that address.
 */
export async function eraseContent(
  ctx: Context,
  tx: Db,
  { id, profileImage }: User,
  slices: readonly PersonalData[],
  email?: string,
): Promise<void> {
  const asUser: Context = { ...ctx, actor: { role: 'reader', userId: id, sessionId: '', name: `person ${id}` } };
  for (const { erase } of slices) await erase(asUser, tx, id, email);
  if (profileImage) await markOrphaned(ctx, tx, [portraitKey(profileImage)]);
}

/**
 * Erases an account that is locked: disables it, revokes sessions, links and second steps, and erases its data. The
 * anonymised row remains for the payments and decisions that refer to it.
 */
export async function eraseAccount(ctx: Context, tx: Db, user: User, slices: readonly PersonalData[]): Promise<void> {
  const now = ctx.now();
  const erased: Partial<NewUser> = {
    ...nothingTyped,
    name: ctx.text('accounts.deletedPerson'),
    email: `deleted-${user.id}@${randomUUID()}.invalid`, // .invalid can never receive mail (RFC 2606)
    emailConfirmedAt: null,
    passwordHash: null,
    role: 'reader',
    disabledAt: now,
    deletedAt: now,
  };
  await updateUser(tx, user.id, erased, now);
  await endSessions(tx, user.id, now);
  await removeSecondSteps(tx, user.id, now);
  const formerAddresses = (await deleteLinks(tx, user.id)).map(({ data }) => data.email);
  for (const address of [user.email, user.pendingEmail, user.guardianEmail, ...formerAddresses])
    if (address) await deleteSentMails(tx, address);
  await eraseContent(ctx, tx, user, slices, user.emailConfirmedAt ? user.email : undefined);
}

/**
 * Frees an address for the account of its mailbox’s owner, who has just proven it: erases another account that has it but
 * has not confirmed it.
 */
export async function releaseAddress(
  ctx: Context,
  tx: Db,
  address: string,
  exceptId: number,
  slices: readonly PersonalData[],
): Promise<void> {
  const holder = await findUserByEmail(tx, address);
  if (!holder || holder.id === exceptId) return;
  const locked = await lockUser(tx, holder.id);
  if (!locked || locked.email !== holder.email || !isUnclaimed(locked)) return;
  await eraseAccount(ctx, tx, locked, slices);
  ctx.log.info({ person: holder.id }, 'address released');
}

/**
 * Deletes the current user's account after checking his password: disables it at once and erases his data. The
 * anonymised row remains for the payments and decisions that refer to it. Throws `forbidden` for a wrong password,
 * `conflict` for the last admin, and `confirm_password` if two-step login is on and the session was not
 * re-authenticated recently.
 */
export async function deleteMyAccount(ctx: Context, password: string, slices: readonly PersonalData[]): Promise<void> {
  if (hasSecondStep(await getCurrentUser(ctx))) await requireRecentPassword(ctx);
  const verified = await requirePassword(ctx, password);
  const orphaned = await ctx.db.transaction(async (tx) => {
    // Lock the admins first, in a fixed order: two concurrent deletions would otherwise deadlock.
    if (verified.role === 'admin') await requireOtherAdmin(tx, verified.id);
    const user = await lockCurrentUser(ctx, tx);
    await eraseAccount(ctx, tx, user, slices);
    await recordAuditEvent({ ...ctx, actor: { ...requireUser(ctx), name: `person ${user.id}` } }, tx, {
      action: 'person.deleted',
      subject: `person ${user.id}`,
    });
    return user.profileImage ? [portraitKey(user.profileImage)] : [];
  });
  await removeOrphaned(ctx, orphaned);
}
