import { useTexts } from '#src/messages/texts.tsx';
import { usePaths } from '#src/ui/paths.ts';
import type { Reading } from '../server/reader.service.ts';

interface WallProps {
  reading: Reading;
  page: number;
  /** Somebody is here, whose plan does not run. */
  signedIn: boolean;
}

/** In the place of a page that needs a plan: what a plan opens, and the way there and back. */
export function Wall({ reading: { report, free }, page, signedIn }: WallProps) {
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
