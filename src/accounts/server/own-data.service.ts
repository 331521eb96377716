import { randomUUID } from 'node:crypto';
import { recordAct } from '#src/platform/audit.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { forgetMails, listMails } from '#src/platform/mail.ts';
import { getCurrentUser, lockCurrentUser } from './current-user.service.ts';
import { deleteLinks, listLinks } from './links.queries.ts';
import { requirePassword, requireRecentPassword } from './owner.service.ts';
import { requireOtherAdmin } from './people.service.ts';
import { hasSecondStep, personOf } from './person.ts';
import { getEventsForExport } from './security-events.service.ts';
import { endSessions } from './sessions.queries.ts';
import { getSessions } from './sessions.service.ts';
import { getTwoStep, removeSecondSteps } from './two-step.service.ts';
import { updateUser } from './users.queries.ts';

/** What another slice keeps of a person: how to show it to him, and what goes when he leaves. */
export interface PersonalData {
  name: string;
  collect(ctx: Context, userId: number): Promise<unknown>;
  /** Removes or blots out what neither law nor archive must keep. */
  erase(ctx: Context, tx: Db, userId: number): Promise<void>;
  /** A guardian has agreed to what this person hands in. */
  consented?(ctx: Context, tx: Db, userId: number): Promise<void>;
}

/** What is kept of whoever asks; of mails those to the address that he has now. */
export async function collectOwnData(ctx: Context, slices: PersonalData[]): Promise<Record<string, unknown>> {
  const user = await getCurrentUser(ctx);
  const { role } = signedIn(ctx);
  const account = {
    ...personOf(ctx, user, role),
    mobile: user.mobile,
    email_confirmed_at: user.emailConfirmedAt?.toISOString() ?? null,
    guardian_name: user.guardianName,
    guardian_email: user.guardianEmail,
    consent_version: user.consentVersion,
    created_at: user.createdAt.toISOString(),
  };
  const others = await Promise.all(
    slices.map(async ({ name, collect }) => [name, await collect(ctx, user.id)] as const),
  );
  return {
    exported_at: ctx.now().toISOString(),
    account,
    sessions: await getSessions(ctx),
    two_step: await getTwoStep(ctx),
    security_events: await getEventsForExport(ctx),
    links: (await listLinks(ctx.db, user.id)).map(({ purpose, data, createdAt, expiresAt, usedAt }) => ({
      purpose,
      ...data,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      used_at: usedAt?.toISOString() ?? null,
    })),
    mails: await listMails(ctx.db, user.email),
    ...Object.fromEntries(others),
  };
}

/**
 * Deletes the account of whoever asks and gives his password: out of use at once, and without his data. The row itself
 * stays, nameless, for the payments and decisions that refer to it. The last admin cannot leave. Where two-step login is
 * on, the session needs a recent proof beside the password.
 */
export async function deleteOwnAccount(ctx: Context, password: string, slices: PersonalData[]): Promise<void> {
  if (hasSecondStep(await getCurrentUser(ctx))) await requireRecentPassword(ctx);
  const asking = await requirePassword(ctx, password);
  const now = ctx.now();
  const portrait = await ctx.db.transaction(async (tx) => {
    // The admins are locked first, each in his order: two who leave at once would wait for each other.
    if (asking.role === 'admin') await requireOtherAdmin(tx, asking.id);
    const user = await lockCurrentUser(ctx, tx);
    await updateUser(
      tx,
      user.id,
      {
        name: ctx.text('accounts.deletedPerson'),
        email: `deleted-${user.id}@${randomUUID()}.invalid`, // .invalid can never receive mail (RFC 2606)
        emailConfirmedAt: null,
        pendingEmail: null,
        passwordHash: null,
        dob: null,
        mobile: null,
        profileImage: null,
        guardianName: null,
        guardianEmail: null,
        guardianAskedAt: null,
        guardianConsentAt: null,
        role: 'reader',
        disabledAt: now,
        deletedAt: now,
      },
      now,
    );
    await endSessions(tx, user.id, now);
    await removeSecondSteps(tx, user.id, now);
    const former = (await deleteLinks(tx, user.id)).map(({ data }) => data.email);
    for (const address of [user.email, user.pendingEmail, user.guardianEmail, ...former])
      if (address) await forgetMails(tx, address);
    for (const { erase } of slices) await erase(ctx, tx, user.id);
    await recordAct({ ...ctx, actor: { ...signedIn(ctx), name: `person ${user.id}` } }, tx, {
      action: 'person.deleted',
      subject: `person ${user.id}`,
    });
    return user.profileImage;
  });
  if (portrait) await ctx.files.remove(`open/${portrait}`);
}
