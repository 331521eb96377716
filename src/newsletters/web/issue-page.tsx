import { useEffect } from 'react';
import { useParams } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { issueCalls } from '../issues.contract.ts';
import { issueStateText } from '../newsletters.rules.ts';
import { IssueEditor } from './issue-editor.tsx';

export const handle = { texts: ['newsletters', 'editing', 'errors'] };

const whileSendingMs = 5000;

/** An issue of a newsletter: its texts and stories, its preview, its versions, and its state. */
export default function IssuePage() {
  const { t, locale } = useTexts();
  const to = usePaths();
  const allowed = useRequireEditor();
  const { id = '' } = useParams();
  const call = useCall(issueCalls.issue, { params: { id } }, allowed);
  const issue = call.data;
  const isSending = issue?.state === 'sending';
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => void refetch(issueCalls.issue), whileSendingMs);
    return () => clearInterval(timer);
  }, [isSending]);
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  if (call.isLoadingError && [403, 404].includes(call.error.status))
    return <ErrorPage status={call.error.status} sentence={call.error.message} />;
  return (
    <div className="page py-8">
      <PageTitle>{t('newsletters.editIssue')}</PageTitle>
      <meta name="robots" content="noindex" />
      <a className="link inline-flex min-h-11 items-center" href={to('/admin/newsletters')}>
        {t('newsletters.newsletters')}
      </a>
      <h1 className="font-extrabold text-4xl">
        <bdi>{issue?.newsletter.name ?? t('newsletters.editIssue')}</bdi>
      </h1>
      {call.isError && <LoadFailure sentence={t('newsletters.failed')} call={call} className="py-8" />}
      {call.isPending && <p className="py-16 text-soft">{t('newsletters.loading')}</p>}
      {issue && (
        <>
          <p className="mt-2 tabular-nums" aria-live="polite">
            {t(issueStateText[issue.state], { time: time.format(new Date(issue.due_at)) })}
            {issue.copies > 0 && <> · {t('newsletters.counts', { sent: issue.sent, copies: issue.copies })}</>}
            {issue.refused > 0 && <> · {t('newsletters.refused', { refused: issue.refused })}</>}
          </p>
          <IssueEditor key={issue.id} issue={issue} />
        </>
      )}
    </div>
  );
}
