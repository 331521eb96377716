import { useEffect, useRef } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { ListTableStyle } from '#src/ui/list-table.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { backgroundWorkCalls } from '../background-work.contract.ts';
import { FailedSection, RunningSection, WaitingSection } from './background-work-sections.tsx';

export const handle = { texts: ['background', 'errors'] };

const refreshMs = 15_000;

/** What the site does in the background: jobs that have failed, run and wait. */
export default function BackgroundWorkPage() {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const list = useCall(backgroundWorkCalls.list, {}, allowed);
  const failedHeading = useRef<HTMLHeadingElement>(null);
  const { refetch: refresh } = list;
  // Jobs change without a message to the browser; a hidden page is refreshed when it is shown again.
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && allowed) void refresh();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [refresh, allowed]);

  const retry = async (call: () => Promise<{ message: string }>) => {
    await toastOutcome(call, 'background.retryFailed');
    await refetch(backgroundWorkCalls.list);
    failedHeading.current?.focus(); // the button is gone
  };

  if (list.isLoadingError && list.error.status === 403)
    return <ErrorPage status={403} sentence={t('background.loadFailed')} />;
  return (
    <div className="page py-8">
      <ListTableStyle />
      <PageTitle>{t('background.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="font-extrabold text-4xl">{t('background.title')}</h1>
      <p className="mt-2 max-w-prose text-soft">{t('background.intro')}</p>
      <noscript>
        <p className="mt-6 border border-ink p-4">{t('shell.needsScripts')}</p>
      </noscript>
      {list.isLoadingError && <LoadFailure sentence={t('background.loadFailed')} call={list} className="py-8" />}
      {list.isPending && <p className="py-16 text-soft">{t('shell.loading')}</p>}
      {list.data && (
        <>
          {list.isRefetchError && <LoadFailure sentence={t('background.refreshFailed')} call={list} />}
          <FailedSection
            failed={list.data.failed}
            heading={failedHeading}
            onRetryOne={(job) => retry(() => callApi(backgroundWorkCalls.retryOne, { params: { job } }))}
            onRetryAll={(kind) => retry(() => callApi(backgroundWorkCalls.retryAll, { body: { kind } }))}
          />
          <RunningSection running={list.data.running} />
          <WaitingSection waiting={list.data.waiting} />
        </>
      )}
    </div>
  );
}
