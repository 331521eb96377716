import { mailResetLink, resetRequest } from '#src/accounts/account/server/passwords.jobs.ts';
import { requireRecentPassword } from '#src/accounts/login/server/reauthentication.service.ts';
import { parseEmail } from '#src/accounts/users/email.rules.ts';
import { isReservedForOtherUser, withdrawLinks } from '#src/accounts/users/server/links.queries.ts';
import { makeLink } from '#src/accounts/users/server/mailed-links.service.ts';
import { isUnclaimed, isUnproven } from '#src/accounts/users/server/user-view.service.ts';
import {
  createUser,
  findUser,
  findUserByEmail,
  lockUser,
  type User,
  updateUser,
} from '#src/accounts/users/server/users.queries.ts';
import { checkUserForm } from '#src/accounts/users/users.rules.ts';
import { defineLimit } from '#src/calls/call.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { type Db, violatedConstraint } from '#src/platform/database/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { sendMail } from '#src/platform/mail/mail.ts';
import { dayMs } from '#src/rules/calendar.rules.ts';

/** How long an invitation can be accepted. */
const invitationMs = 7 * dayMs;

const invitations = defineLimit({ name: 'invitations', attempts: 100, perSeconds: 86_400, per: 'account' });

export interface Invitation {
  name: string;
  email: string;
  role: User['role'];
}

/**
 * Creates an account with a role of the newsroom and mails its owner a link to set a password. An invitation that nobody
 * has accepted yet can be repeated, also with another role. A reader’s account whose address was never confirmed becomes
 * the invited one when the link is followed, without what its creator has typed. Throws `conflict` if the e-mail has
 * another account, whose role is changed in the list instead.
 */
export async function invite(ctx: Context, { name, email, role }: Invitation): Promise<number> {
  await requireRecentPassword(ctx);
  await ctx.limits.count(invitations, String(requireUser(ctx).userId));
  const errors = checkUserForm({ name, email, mobile: '' }, false);
  const address = parseEmail(email);
  if (Object.keys(errors).length || !address) throw invalid(errors);
  return ctx.db.transaction(async (tx) => {
    const values = { name: name.trim(), role };
    const user = await invitedAccount(ctx, tx, address, values);
    // Only an admin repeats an invitation: the one before could have had another role.
    await withdrawLinks(tx, user.id, 'reset_password', ctx.now());
    const data = isUnproven(user) ? values : {};
    const link = await makeLink(ctx, tx, user.id, 'reset_password', { email: address, ...data }, invitationMs);
    await sendMail(ctx, tx, {
      to: address,
      subject: ctx.text('mails.invitationSubject'),
      body: ctx.text('mails.invitation', { name: values.name, link: `${link}&newsroom=yes` }),
    });
    await recordAuditEvent(ctx, tx, { action: 'person.invited', subject: `person ${user.id}`, details: { role } });
    return user.id;
  });
}

async function invitedAccount(
  ctx: Context,
  tx: Db,
  email: string,
  values: { name: string; role: User['role'] },
): Promise<User> {
  const existing = await findUserByEmail(tx, email);
  if (await isReservedForOtherUser(tx, email, existing?.id ?? 0, ctx.now())) throw emailTaken();
  if (!existing)
    return createUser(tx, { ...values, email, passwordHash: null }).catch((error) => {
      throw violatedConstraint(error) === 'users_email_key' ? emailTaken() : error;
    });
  const locked = await lockUser(tx, existing.id);
  if (!locked || !(isWaiting(locked) || isUnclaimed(locked))) throw emailTaken();
  return isUnproven(locked) ? locked : ((await updateUser(tx, locked.id, values, ctx.now())) ?? locked);
}

// The account has never had a password or a confirmed mailbox.
const isWaiting = ({ passwordHash, emailConfirmedAt, disabledAt }: User) =>
  passwordHash === null && emailConfirmedAt === null && disabledAt === null;

const emailTaken = () =>
  new AppError('conflict', 'accounts.inviteeHasAccount', { fields: { email: { key: 'accounts.inviteeHasAccount' } } });

/**
 * Mails a user a link to set a new password, at an admin's request. Throws `not_found`, and `conflict` if the account is
 * disabled: its link would open nothing.
 */
export async function mailPasswordLink(ctx: Context, id: number): Promise<void> {
  await requireRecentPassword(ctx);
  const user = await findUser(ctx.db, id);
  if (!user || user.deletedAt) throw new AppError('not_found', 'accounts.personNotFound');
  if (user.disabledAt) throw new AppError('conflict', 'accounts.enableFirst');
  await ctx.db.transaction(async (tx) => {
    await ctx.jobs.send(mailResetLink, resetRequest(ctx, user.email), { within: tx });
    await recordAuditEvent(ctx, tx, { action: 'person.password_link', subject: `person ${id}` });
  });
}
