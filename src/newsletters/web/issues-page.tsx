import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { type IssueLine, issueCalls, type Newsletter } from '../issues.contract.ts';
import { issueStateText } from '../newsletters.rules.ts';
import { NewsletterDialog } from './newsletter-dialog.tsx';
import { useSchedule } from './use-schedule.ts';

export const handle = { texts: ['newsletters', 'circulation', 'errors'] };

/** All newsletters with their issues; administrators create and change them. */
export default function IssuesPage() {
  const { t } = useTexts();
  const to = usePaths();
  const allowed = useRequireEditor();
  const isAdmin = useSession(({ role }) => isAllowed(role, 'admin'));
  const list = useCall(issueCalls.list, {}, allowed);
  const [opened, setOpened] = useState<Newsletter | 'new'>();
  if (list.isLoadingError && list.error.status === 403)
    return <ErrorPage status={403} sentence={t('newsletters.failed')} />;
  return (
    <div className="page py-8">
      <PageTitle>{t('newsletters.newsletters')}</PageTitle>
      <meta name="robots" content="noindex" />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-extrabold text-4xl">{t('newsletters.newsletters')}</h1>
        <div className="flex flex-wrap items-center gap-6">
          <a className="link inline-flex min-h-11 items-center" href={to('/admin/newsletters/figures')}>
            {t('circulation.title')}
          </a>
          {isAdmin && <Button onClick={() => setOpened('new')}>{t('newsletters.add')}</Button>}
        </div>
      </div>
      <noscript>
        <p className="mt-6 border border-ink p-4">{t('shell.needsScripts')}</p>
      </noscript>
      {list.isError && <LoadFailure sentence={t('newsletters.failed')} call={list} className="py-8" />}
      {list.isPending && <p className="py-16 text-soft">{t('newsletters.loading')}</p>}
      {list.data?.length === 0 && <p className="py-16 font-serif text-2xl text-soft">{t('newsletters.empty')}</p>}
      {list.data?.map((newsletter) => (
        <NewsletterPart
          key={newsletter.id}
          newsletter={newsletter}
          onEdit={isAdmin ? () => setOpened(newsletter) : undefined}
        />
      ))}
      {opened && (
        <NewsletterDialog newsletter={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}

function NewsletterPart({ newsletter, onEdit }: { newsletter: Newsletter; onEdit: (() => void) | undefined }) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const schedule = useSchedule();
  const { id, name, description, about, next_at, subscribers, issues } = newsletter;
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const compose = async () => {
    try {
      const issue = await callApi(issueCalls.compose, { params: { id } });
      navigate(to('/admin/newsletters/:id', { id: issue.id }));
    } catch (error) {
      toastFailure(error, 'newsletters.somethingWrong');
    }
  };
  return (
    <Section title={name}>
      <p className="mt-1 max-w-prose text-soft">
        <bdi>{description}</bdi>
      </p>
      <p className="mt-2">
        {schedule(newsletter)}
        {about && <> · {t('newsletters.about', { name: about })}</>} ·{' '}
        {t('newsletters.subscribers', { count: subscribers })}
        {next_at && <> · {t('newsletters.next', { time: time.format(new Date(next_at)) })}</>}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {next_at && (
          <Button kind="quiet" onClick={compose}>
            {t('newsletters.compose')}
          </Button>
        )}
        {onEdit && (
          <Button kind="quiet" onClick={onEdit} aria-label={`${t('newsletters.edit')}: ${name}`}>
            {t('newsletters.edit')}
          </Button>
        )}
      </div>
      {issues.length > 0 && (
        <ul className="mt-4 divide-y divide-rule border-rule border-y">
          {issues.map((issue) => (
            <li key={issue.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
              <a className="link grow font-serif text-lg" href={to('/admin/newsletters/:id', { id: issue.id })}>
                <bdi>{issue.subject}</bdi>
              </a>
              <StateText issue={issue} time={(instant) => time.format(new Date(instant))} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function StateText({ issue, time }: { issue: IssueLine; time(instant: string): string }) {
  const { t } = useTexts();
  const { state, due_at, copies, sent, refused } = issue;
  return (
    <span className="text-sm text-soft tabular-nums">
      {t(issueStateText[state], { time: time(due_at) })}
      {copies > 0 && <> · {t('newsletters.counts', { sent, copies })}</>}
      {refused > 0 && <> · {t('newsletters.refused', { refused })}</>}
    </span>
  );
}
