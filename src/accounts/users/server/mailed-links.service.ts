import { createHash, randomBytes } from 'node:crypto';
import { pathIn } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { type Mail, sendMail } from '#src/platform/mail/mail.ts';
import { addDays, dayMs } from '#src/rules/calendar.rules.ts';
import { isSameEmail } from '../email.rules.ts';
import {
  consumeLink,
  createLink,
  findLink,
  type Link,
  listUnusedLinks,
  type Purpose,
  renewLink,
} from './links.queries.ts';
import { type MailKind, mayMail } from './mailboxes.service.ts';
import { findUserByEmail, lockUser, type User } from './users.queries.ts';

const minuteMs = 60_000;

/** How long a change of e-mail can be undone after it took effect. */
export const takeBackMs = 7 * dayMs;

/** Lifetime of each kind of mailed link, its page, and the kind of its mails. */
export const links: Record<Purpose, { lastsMs: number; page: string; kind: MailKind }> = {
  reset_password: { lastsMs: 30 * minuteMs, page: '/reset-password', kind: 'reset' },
  // The change that it undoes may be pending for seven days before it takes effect.
  take_email_back: { lastsMs: 7 * dayMs + takeBackMs, page: '/take-email-back', kind: 'confirm' },
  guardian_consent: { lastsMs: 30 * dayMs, page: '/guardian', kind: 'guardian' },
  confirm_email: { lastsMs: 7 * dayMs, page: '/confirm-email', kind: 'confirm' },
};

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Makes a token that is valid once; only its hash is stored. */
export async function makeToken(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  userId: number,
  purpose: Purpose,
  data: Record<string, string> = {},
  lastsMs = links[purpose].lastsMs,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = ctx.now();
  await createLink(tx, {
    userId,
    purpose,
    data,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + lastsMs),
  });
  return token;
}

/** Makes a link with such a token to the purpose's page, in the language of the context. */
export async function makeLink(
  ctx: Pick<Context, 'now' | 'config' | 'language'>,
  tx: Db,
  userId: number,
  purpose: Purpose,
  data: Record<string, string> = {},
  lastsMs?: number,
): Promise<string> {
  const token = await makeToken(ctx, tx, userId, purpose, data, lastsMs);
  return `${ctx.config.siteUrl}${pathIn(ctx.language, links[purpose].page)}?token=${token}`;
}

/** How many links of a purpose are mailed to an address within a day, unless they are used. */
const unusedADay = 4;

interface MailedLink {
  user: Pick<User, 'id' | 'email' | 'emailConfirmedAt'>;
  purpose: Purpose;
  to: string;
}

/**
 * Mails a link for an account that is locked, or new. Links that were mailed before stay valid: someone else may have
 * asked for this one. If the mailbox has had enough mails today, none is sent, and the newest unused link becomes valid
 * for as long again.
 */
export async function mailLink(
  ctx: Pick<Context, 'now' | 'config' | 'language' | 'limits' | 'jobs'>,
  tx: Db,
  { user, purpose, to }: MailedLink,
  write: (link: string) => Pick<Mail, 'subject' | 'body'>,
): Promise<void> {
  const now = ctx.now();
  const unused = await listUnusedLinks(tx, { userId: user.id, purpose, to, since: addDays(now, -1) });
  const isConfirmed = user.emailConfirmedAt !== null && isSameEmail(to, user.email);
  if (unused.length < unusedADay && (isConfirmed || (await mayMail(ctx, tx, links[purpose].kind, to)))) {
    const link = await makeLink(ctx, tx, user.id, purpose, { email: to });
    await sendMail(ctx, tx, { to, ...write(link) });
  } else if (unused[0]) {
    await renewLink(tx, unused[0].id, new Date(now.getTime() + links[purpose].lastsMs));
  }
}

/**
 * Consumes a link; of two concurrent uses one succeeds. Locks the account before its links, the order wherever both are
 * written, together with an account that has the address of the link, which may lose it; in order of id, since two links may
 * concern the same two accounts. Throws `gone` for a used or expired link.
 */
export async function redeemLink(ctx: Pick<Context, 'now'>, tx: Db, purpose: Purpose, token: string): Promise<Link> {
  const tokenHash = hashToken(token);
  const found = await findLink(tx, purpose, tokenHash);
  if (found) {
    const holder = await findUserByEmail(tx, found.data.email ?? '');
    const ids = new Set([found.userId, holder?.id ?? found.userId]);
    for (const id of [...ids].sort((a, b) => a - b)) await lockUser(tx, id);
  }
  const link = await consumeLink(tx, purpose, tokenHash, ctx.now());
  if (!link) throw new AppError('gone', 'accounts.linkGone');
  return link;
}

/** The name and role that an invitation gives to the unconfirmed account of its address. */
export const invitedAs = ({ data: { name, role } }: Link): { name: string; role: User['role'] } | undefined =>
  name && role ? { name, role: role as User['role'] } : undefined; // written by `invite`
