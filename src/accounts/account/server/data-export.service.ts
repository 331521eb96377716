import { getSessions } from '#src/accounts/login/server/sessions.service.ts';
import { getTwoStep } from '#src/accounts/login/server/two-step.service.ts';
import { getEventsForExport } from '#src/accounts/security-events/server/security-events.service.ts';
import { getCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import { listLinks } from '#src/accounts/users/server/links.queries.ts';
import { currentUserView } from '#src/accounts/users/server/user-view.service.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { listSentMails } from '#src/platform/mail/mail.ts';
import type { PersonalData } from '#src/platform/slice.ts';

/** Exports all data of the current user; of mails, those to his current address. */
export async function exportMyData(ctx: Context, slices: readonly PersonalData[]): Promise<Record<string, unknown>> {
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
