import { useSignedInOnly } from '#src/client/guard.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { FormPage } from '#src/ui/form-page.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { LeaveSection, OwnDataSection } from './own-data.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

export const handle = { texts: ['accounts', 'errors'] };

/** Password, sessions, two-step login, one's own data. */
export default function SecurityPage() {
  const { t } = useTexts();
  const to = usePaths();
  const allowed = useSignedInOnly();
  const isAdmin = useSession(({ user }) => user.isAdmin);
  return (
    <FormPage title={t('accounts.securityTitle')} wide>
      <p className="mt-2">
        <a className="link" href={to('/profile/edit')}>
          {t('accounts.profileTitle')}
        </a>
      </p>
      {allowed ? (
        <>
          <PasswordSection />
          <SessionsSection />
          {isAdmin && <TwoStepSection />}
          <OwnDataSection />
          <LeaveSection />
        </>
      ) : (
        <p className="py-10 text-soft">{t('accounts.loading')}</p>
      )}
    </FormPage>
  );
}
