import { randomUUID } from 'node:crypto';
import { recordAuditEvent } from '#src/platform/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { deleteSentMails, listSentMails } from '#src/platform/mail.ts';
import { markOrphaned, removeOrphaned } from '#src/platform/orphaned-files.service.ts';
import { getCurrentUser, lockCurrentUser } from './current-user.service.ts';
import { deleteLinks, listLinks } from './links.queries.ts';
import { portraitKey } from './portraits.service.ts';
import { requirePassword, requireRecentPassword } from './reauthentication.service.ts';
import { getEventsForExport } from './security-events.service.ts';
import { endSessions } from './sessions.queries.ts';
import { getSessions } from './sessions.service.ts';
import { getTwoStep, removeSecondSteps } from './two-step.service.ts';
import { currentUserView, hasSecondStep } from './user-view.service.ts';
import { updateUser } from './users.queries.ts';
import { requireOtherAdmin } from './users.service.ts';

/** Personal data of users in another slice: how to export it, and how to erase it. */
export interface PersonalData {
  name: string;
  collect(ctx: Context, userId: number): Promise<unknown>;
  /**
   * Deletes or redacts everything that neither the law nor the archive requires to be retained. `email` is the address of
   * the account until now, if its owner had confirmed it.
   */
  erase(ctx: Context, tx: Db, userId: number, email: string | undefined): Promise<void>;
  /** Called when a guardian has consented to this user's submissions. */
  consented?(ctx: Context, tx: Db, userId: number): Promise<void>;
}

/** Exports all data of the current user; of mails, those to his current address. */
export async function exportMyData(ctx: Context, slices: PersonalData[]): Promise<Record<string, unknown>> {
  const user = await getCurrentUser(ctx);
  const { role } = requireUser(ctx);
  const account = {
    ...currentUserView(ctx, user, role),
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
    mails: await listSentMails(ctx.db, user.email),
    ...Object.fromEntries(others),
  };
}

/**
 * Deletes the current user's account after checking his password: disables it at once and erases his data. The
 * anonymised row remains for the payments and decisions that refer to it. Throws `forbidden` for a wrong password,
 * `conflict` for the last admin, and `confirm_password` if two-step login is on and the session was not
 * re-authenticated recently.
 */
export async function deleteMyAccount(ctx: Context, password: string, slices: PersonalData[]): Promise<void> {
  if (hasSecondStep(await getCurrentUser(ctx))) await requireRecentPassword(ctx);
  const verified = await requirePassword(ctx, password);
  const now = ctx.now();
  const orphaned = await ctx.db.transaction(async (tx) => {
    // Lock the admins first, in a fixed order: two concurrent deletions would otherwise deadlock.
    if (verified.role === 'admin') await requireOtherAdmin(tx, verified.id);
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
    const formerAddresses = (await deleteLinks(tx, user.id)).map(({ data }) => data.email);
    for (const address of [user.email, user.pendingEmail, user.guardianEmail, ...formerAddresses])
      if (address) await deleteSentMails(tx, address);
    const email = user.emailConfirmedAt ? user.email : undefined;
    for (const { erase } of slices) await erase(ctx, tx, user.id, email);
    await recordAuditEvent({ ...ctx, actor: { ...requireUser(ctx), name: `person ${user.id}` } }, tx, {
      action: 'person.deleted',
      subject: `person ${user.id}`,
    });
    const portrait = user.profileImage ? [portraitKey(user.profileImage)] : [];
    await markOrphaned(ctx, tx, portrait);
    return portrait;
  });
  await removeOrphaned(ctx, orphaned);
}
