import { useRequireLogin } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/page-context.ts';
import { FormPage } from '#src/ui/form-page.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { passwordPolicy } from '../server/password-hashing.service.ts';
import type { Route } from './+types/security-page';
import { DataExportSection, DeleteAccountSection } from './data-export.tsx';
import { EventsSection } from './events-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

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
