import { getSessions } from '#src/accounts/login/server/sessions.service.ts';
import { getTwoStep } from '#src/accounts/login/server/two-step.service.ts';
import { getEventsForExport } from '#src/accounts/security-events/server/security-events.service.ts';
import { getCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { listLinks } from '#src/accounts/users/server/links.queries.ts';
import { currentUserView } from '#src/accounts/users/server/user-view.service.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { listSentMails } from '#src/platform/mail/mail.ts';

/** Personal data of users in another slice: how to export it, and how to erase it. */
export interface PersonalData {
  name: string;
  collect(ctx: Context, userId: number): Promise<unknown>;
  /**
   * Deletes or redacts everything that neither the law nor the archive requires to be retained. The actor of the context
   * is this user. `email` is the address of the account until now, if its owner had confirmed it.
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
