import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { usePlan } from '#src/plans/web/plan-store.ts';

interface PlanLinksProps {
  editionId: number;
  page: number;
  /** Where the login returns to. */
  back: string;
  /** Signed in, without an active plan. */
  signedIn: boolean;
}

/** Below a page that requires a plan: links to the plans and the login, or the state of the reader's payment. */
export function PlanLinks({ editionId, page, back, signedIn }: PlanLinksProps) {
  const { t } = useTexts();
  const to = usePaths();
  const last = usePlan(({ own }) => own?.claims.at(-1)?.state);
  return (
    <>
      {signedIn && (last === 'declared' || last === 'rejected') && (
        <p role="status" className="font-semibold">
          {t(last === 'declared' ? 'reader.wallWaiting' : 'reader.wallRejected')}
        </p>
      )}
      <a className="wall-plans" href={`${to('/payment')}?edition=${editionId}&page=${page}`}>
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
    </>
  );
}
