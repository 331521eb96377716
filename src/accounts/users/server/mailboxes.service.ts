import { defineLimit } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Limit } from '#src/platform/limits/limits.ts';
import { daySeconds } from '#src/rules/calendar.rules.ts';
import { mailboxKey } from '../mailboxes.rules.ts';
import type { User } from './users.queries.ts';

/** Kinds of mails to a mailbox that its owner has not confirmed. `desk` is a mailbox of the paper. */
export type MailKind = 'confirm' | 'reset' | 'letter' | 'newsletter' | 'guardian' | 'grievance' | 'notice' | 'desk';

const aDay = (name: string, attempts: number) =>
  defineLimit({ name, attempts, perSeconds: daySeconds, per: 'mailbox' });
const perKind = aDay('mails-of-kind', 3);
const perMailbox = aDay('mails-to-mailbox', 8);
const perPlainAddress = aDay('mails-to-plain-address', 1);
const perDesk = aDay('mails-to-desk', 200);

/**
 * Counts a mail that anybody can cause, in the transaction that writes it: three of a kind a day, and eight of all
 * kinds but `confirm` and `reset`, to all addresses of a mailbox together. False above that: the caller then sends none
 * and responds as always, so that nobody can block the mails of others, or learn what they get. Decision 164.
 */
export async function mayMail(ctx: Pick<Context, 'limits'>, tx: Db, kind: MailKind, email: string): Promise<boolean> {
  const mailbox = mailboxKey(email);
  const take = (limit: Limit, key: string) => ctx.limits.take(tx, limit, key);
  if (kind === 'desk') return take(perDesk, mailbox);
  const ofKind = `${kind} ${mailbox}`;
  // Mails that others cause, under other forms of the address, must not block the owner’s mails about his account.
  if (kind === 'confirm' || kind === 'reset')
    return (await take(perKind, ofKind)) || (email.toLowerCase() === mailbox && take(perPlainAddress, ofKind));
  return (await take(perKind, ofKind)) && take(perMailbox, mailbox);
}

/** The same for the mailbox of an account, which has no limit once it is confirmed. */
export const mayMailUser = async (
  ctx: Pick<Context, 'limits'>,
  tx: Db,
  { email, emailConfirmedAt }: Pick<User, 'email' | 'emailConfirmedAt'>,
  kind: MailKind = 'notice',
): Promise<boolean> => emailConfirmedAt !== null || mayMail(ctx, tx, kind, email);
