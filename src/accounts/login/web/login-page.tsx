import { useLocation } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { returnPath } from '#src/client/route-guards.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { FormPage } from '#src/ui/form-page.tsx';
import { LoginForm } from './login-form.tsx';

export const handle = { texts: ['accounts', 'errors'] };

export default function LoginPage() {
  const { t } = useTexts();
  const to = usePaths();
  const { state, search } = useLocation();
  const from = returnPath(state, search, to('/news'));
  // Registration and the newsroom's login return to the same page. The server does not know it, so the links change later.
  const ready = useSession((session) => session.ready);
  const onward = !ready || from === to('/news') ? '' : `?from=${encodeURIComponent(from)}`;
  return (
    <FormPage title={t('accounts.loginTitle')} lead={t('accounts.loginLead')}>
      <LoginForm newsroom={false} onward={from} />
      <p className="mt-6 flex flex-wrap gap-x-6">
        <a className="link inline-flex min-h-11 items-center" href={to('/forgot-password')}>
          {t('accounts.forgotLink')}
        </a>
        <a className="link inline-flex min-h-11 items-center" href={to('/register') + onward}>
          {t('accounts.createAccount')}
        </a>
        <a className="link inline-flex min-h-11 items-center" href={to('/admin') + onward}>
          {t('accounts.adminLoginTitle')}
        </a>
      </p>
    </FormPage>
  );
}
