import { useSignedInOnly } from '#src/client/guard.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/page-context.ts';
import { FormPage } from '#src/ui/form-page.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { getPasswordMinLength } from '../server/passwords.service.ts';
import type { Route } from './+types/security-page';
import { EventsSection } from './events-section.tsx';
import { LeaveSection, OwnDataSection } from './own-data.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

export const handle = { texts: ['accounts', 'errors'] };

export const loader = pageLoader(async (ctx) => ({ minLength: getPasswordMinLength(ctx) }));

/** Password, sessions, two-step login, what has happened, one's own data. */
export default function SecurityPage({ loaderData: { minLength } }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const allowed = useSignedInOnly();
  return (
    <FormPage title={t('accounts.securityTitle')} wide>
      <p className="mt-2">
        <a className="link inline-flex min-h-11 items-center" href={to('/profile/edit')}>
          {t('accounts.profileTitle')}
        </a>
      </p>
      {allowed ? (
        <>
          <PasswordSection minLength={minLength} />
          <SessionsSection />
          <TwoStepSection />
          <EventsSection />
          <OwnDataSection />
          <LeaveSection />
        </>
      ) : (
        <p className="py-10 text-soft">{t('accounts.loading')}</p>
      )}
    </FormPage>
  );
}
