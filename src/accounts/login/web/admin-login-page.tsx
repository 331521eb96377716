import { useLocation } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { returnPath } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { FormPage } from '#src/ui/form-page.tsx';
import { LoginForm } from './login-form.tsx';

export const handle = { texts: ['accounts', 'errors'] };

export default function AdminLoginPage() {
  const { t } = useTexts();
  const to = usePaths();
  const { state, search } = useLocation();
  return (
    <FormPage title={t('accounts.adminLoginTitle')} lead={t('accounts.forNewsroom')}>
      <LoginForm newsroom onward={returnPath(state, search, to('/admin-news'))} />
      <p className="mt-6 flex flex-wrap gap-x-6">
        <a className="link inline-flex min-h-11 items-center" href={to('/forgot-password')}>
          {t('accounts.forgotLink')}
        </a>
        <a className="link inline-flex min-h-11 items-center" href={to('/login')}>
          {t('accounts.readerLogin')}
        </a>
      </p>
    </FormPage>
  );
}
