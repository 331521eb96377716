import { SessionsSection } from '#src/accounts/login/web/sessions-section.tsx';
import { TwoStepSection } from '#src/accounts/login/web/two-step-section.tsx';
import { EventsSection } from '#src/accounts/security-events/web/events-section.tsx';
import { passwordPolicy } from '#src/accounts/users/server/password-hashing.service.ts';
import { usePaths } from '#src/client/paths.ts';
import { useRequireLogin } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { FormPage } from '#src/ui/form-page.tsx';
import type { Route } from './+types/security-page';
import { DataExportSection, DeleteAccountSection } from './data-export.tsx';
import { PasswordSection } from './password-section.tsx';

export const handle = { texts: ['accounts', 'errors'] };

export const loader = pageLoader(async (ctx) => passwordPolicy(ctx));

/** Password, sessions, two-step login, security events, data export and account deletion of the current user. */
export default function SecurityPage({ loaderData: policy }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const allowed = useRequireLogin();
  return (
    <FormPage title={t('accounts.securityTitle')} wide>
      <p className="mt-2">
        <a className="link inline-flex min-h-11 items-center" href={to('/profile/edit')}>
          {t('accounts.profileTitle')}
        </a>
      </p>
      {allowed ? (
        <>
          <PasswordSection policy={policy} />
          <SessionsSection />
          <TwoStepSection />
          <EventsSection />
          <DataExportSection />
          <DeleteAccountSection />
        </>
      ) : (
        <p className="py-10 text-soft">{t('accounts.loading')}</p>
      )}
    </FormPage>
  );
}
