import { useEffect, useEffectEvent, useState } from 'react';
import { useParams } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { LiveState } from '#src/news/schema/live-states.rules.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { type Coverage, liveCalls } from '../live.contract.ts';
import { EntryComposer } from './entry-composer.tsx';
import { StaffEntry } from './staff-entry.tsx';

export const handle = { texts: ['newsroom', 'coverage', 'live'] };

/** How often the list is asked for what colleagues have written. */
const refreshMs = 4000;

/** The live coverage of a story: what was written, and a box for the next entry. */
export default function LivePage() {
  const { t } = useTexts();
  const to = usePaths();
  const { id = '' } = useParams();
  const allowed = useRequireEditor();
  const call = useCall(liveCalls.coverage, { params: { id } }, allowed);
  const coverage = call.data;
  const refresh = useEffectEvent(() => {
    if (allowed && !document.hidden && navigator.onLine && !call.isFetching) void call.refetch();
  });
  useEffect(() => {
    const timer = setInterval(() => refresh(), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="page py-8">
      <PageTitle>{t('coverage.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 dir="auto" className="font-extrabold text-4xl">
        {coverage ? t('coverage.titleOf', { title: coverage.title }) : t('coverage.title')}
      </h1>
      <p className="mt-2 flex flex-wrap gap-6">
        <a className="link" href={to('/admin/edit/:id', { id })}>
          {t('coverage.backToStory')}
        </a>
        {coverage?.public && (
          <a className="link" href={to('/news/:id', { id })}>
            {t('coverage.toStory')}
          </a>
        )}
      </p>
      {call.isLoadingError ? (
        <LoadFailure sentence={t('coverage.failed')} call={call} />
      ) : !coverage ? (
        <p className="py-16 text-soft">{t('newsroom.loading')}</p>
      ) : (
        <>
          <State id={Number(id)} coverage={coverage} />
          <EntryComposer key={id} story={Number(id)} running={coverage.state === 'running'} />
          {coverage.state !== 'none' && (
            <Section title={t('coverage.entries')}>
              <Entries key={id} id={Number(id)} coverage={coverage} />
            </Section>
          )}
        </>
      )}
    </div>
  );
}

/** The state of the coverage, with buttons for its next one. */
function State({ id, coverage }: { id: number; coverage: Coverage }) {
  const { t, locale } = useTexts();
  const [busy, setBusy] = useState(false);
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const timeOf = (instant: string | null) => (instant ? time.format(new Date(instant)) : '');
  const set = (state: LiveState) => async () => {
    setBusy(true);
    try {
      await callApi(liveCalls.state, { params: { id }, body: { state } });
    } catch (error) {
      toastFailure(error, 'coverage.stateFailed');
    }
    await refetch(liveCalls.coverage);
    setBusy(false);
  };
  const texts: Record<LiveState, string> = {
    none: t('coverage.stateNone'),
    running: t('coverage.stateRunning', { time: timeOf(coverage.started_at) }),
    ended: t('coverage.stateEnded', { time: timeOf(coverage.ended_at) }),
  };
  return (
    <div className="mt-6 border border-ink bg-wash p-4">
      <p role="status" className="font-semibold">
        {texts[coverage.state]}
      </p>
      {!coverage.public && <p className="text-soft">{t('coverage.notPublic')}</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        {coverage.state !== 'running' && (
          <Button disabled={busy} onClick={set('running')}>
            {t(coverage.state === 'ended' ? 'coverage.resume' : 'coverage.start')}
          </Button>
        )}
        {coverage.state === 'running' && (
          <Button kind="quiet" disabled={busy} onClick={set('ended')}>
            {t('coverage.end')}
          </Button>
        )}
        {coverage.state === 'ended' && (
          <Button kind="quiet" disabled={busy} onClick={set('none')}>
            {t('coverage.hide')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Entries, newest first. Older ones are loaded when they are asked for. */
function Entries({ id, coverage: { entries, more } }: { id: number; coverage: Pick<Coverage, 'entries' | 'more'> }) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const last = entries.at(-1)?.id;
  if (last === undefined) return <p className="mt-4 text-soft">{t('coverage.none')}</p>;
  return (
    <>
      <ol className="mt-4 divide-y divide-rule border-rule border-y">
        {entries.map((entry) => (
          <StaffEntry key={entry.id} story={id} entry={entry} />
        ))}
      </ol>
      {opened && <OlderEntries id={id} before={last} />}
      {more && !opened && (
        <Button kind="quiet" className="mt-4" onClick={() => setOpened(true)}>
          {t('coverage.older')}
        </Button>
      )}
    </>
  );
}

function OlderEntries({ id, before }: { id: number; before: number }) {
  const { t } = useTexts();
  const call = useCall(liveCalls.coverage, { params: { id }, query: { before } });
  // A new entry changes `before`: the former entries stay, with what is typed in them, until the answer comes.
  const [shown, setShown] = useState(call.data);
  if (call.data && call.data !== shown) setShown(call.data);
  if (shown) return <Entries id={id} coverage={shown} />;
  if (call.isLoadingError) return <LoadFailure sentence={t('coverage.failed')} call={call} />;
  return <p className="py-6 text-soft">{t('newsroom.loading')}</p>;
}
