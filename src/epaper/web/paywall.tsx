import { useTexts } from '#src/messages/texts.tsx';
import { usePaths } from '#src/ui/paths.ts';
import type { Reading } from '../server/reader.service.ts';

interface PaywallProps {
  reading: Reading;
  page: number;
  /** Signed in, without an active plan. */
  signedIn: boolean;
}

/** Replaces a page that requires a plan: what a plan includes, with links to the plans and the login. */
export function Paywall({ reading: { report, free }, page, signedIn }: PaywallProps) {
  const { t } = useTexts();
  const to = usePaths();
  const back = `${to('/e-paper/:id', { id: report.id })}?page=${page}`;
  return (
    <div className="wall">
      <h2>{t('reader.wallTitle', { page })}</h2>
      <p>{t('reader.wallOpens', { count: free })}</p>
      <a className="wall-plans" href={`${to('/payment')}?edition=${report.id}&page=${page}`}>
        {t('reader.seePlans')}
      </a>
      {!signedIn && (
        <p className="text-sm">
          {t('reader.wallHasAccount')}{' '}
          <a
            className="link inline-flex min-h-11 items-center font-semibold"
            href={`${to('/login')}?from=${encodeURIComponent(back)}`}
          >
            {t('reader.logIn')}
          </a>
        </p>
      )}
    </div>
  );
}
