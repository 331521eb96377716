import { defineLimit } from '#src/calls/call.ts';
import { recordAuditEvent } from '#src/platform/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { violatedConstraint } from '#src/platform/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { sendMail } from '#src/platform/mail.ts';
import { dayMs } from '#src/rules/calendar.rules.ts';
import { inNewsroom } from '#src/rules/roles.rules.ts';
import { parseEmail } from '../email.rules.ts';
import { checkUserForm } from '../users.rules.ts';
import { isReservedForOtherUser } from './links.queries.ts';
import { makeLink } from './mailed-links.service.ts';
import { mailResetLink, resetRequest } from './passwords.jobs.ts';
import { requireRecentPassword } from './reauthentication.service.ts';
import { createUser, findUser, findUserByEmail, lockUser, type User, updateUser } from './users.queries.ts';

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
 * has accepted yet can be repeated, also with another role. Throws `conflict` if the e-mail has an account, whose role
 * is changed in the list instead.
 */
export async function invite(ctx: Context, { name, email, role }: Invitation): Promise<number> {
  await requireRecentPassword(ctx);
  await ctx.limits.count(invitations, String(requireUser(ctx).userId));
  const errors = checkUserForm({ name, email, mobile: '' }, false);
  const address = parseEmail(email);
  if (Object.keys(errors).length || !address) throw invalid(errors);
  return ctx.db.transaction(async (tx) => {
    const existing = await findUserByEmail(tx, address);
    if (await isReservedForOtherUser(tx, address, existing?.id ?? 0, ctx.now())) throw emailTaken();
    if (existing) {
      const locked = await lockUser(tx, existing.id);
      if (!locked || !isWaiting(locked)) throw emailTaken();
    }
    const values = { name: name.trim(), role };
    const user = existing
      ? await updateUser(tx, existing.id, values, ctx.now())
      : await createUser(tx, { ...values, email: address, passwordHash: null }).catch((error) => {
          throw violatedConstraint(error) === 'users_email_key' ? emailTaken() : error;
        });
    if (!user) throw emailTaken(); // deleted meanwhile
    const link = await makeLink(ctx, tx, user.id, 'reset_password', {}, invitationMs);
    await sendMail(ctx, tx, {
      to: address,
      subject: ctx.text('mails.invitationSubject'),
      body: ctx.text('mails.invitation', { name: user.name, link: `${link}&newsroom=yes` }),
    });
    await recordAuditEvent(ctx, tx, { action: 'person.invited', subject: `person ${user.id}`, details: { role } });
    return user.id;
  });
}

// Nobody has ever had a password for it, nor proven the mailbox.
const isWaiting = ({ role, passwordHash, emailConfirmedAt, disabledAt }: User) =>
  inNewsroom(role) && passwordHash === null && emailConfirmedAt === null && disabledAt === null;

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
