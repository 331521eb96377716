import { type ReactNode, type RefObject, useState } from 'react';
import { type Texts, useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { ListTable } from '#src/ui/list-table.tsx';
import type { BackgroundWork } from '../background-work.contract.ts';

type FailedJobs = BackgroundWork['failed'][number];
type FailedJob = FailedJobs['jobs'][number];

interface SectionProps {
  title: string;
  /** Shown instead of the list. */
  empty: string | false;
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

function Section({ title, empty, heading, children }: SectionProps) {
  return (
    <section className="mt-10 border-rule border-t pt-6">
      <h2 ref={heading} tabIndex={-1} className="font-bold text-2xl">
        {title}
      </h2>
      {empty ? <p className="mt-2 text-soft">{empty}</p> : children}
    </section>
  );
}

function useTime() {
  const { locale } = useTexts();
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (instant: string) => time.format(new Date(instant));
}

const units = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const;

/** Such as "3 hours ago". */
function ageOf(instant: string, locale: string) {
  const seconds = Math.max(0, (Date.now() - Date.parse(instant)) / 1000);
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? units[2];
  return new Intl.RelativeTimeFormat(locale).format(-Math.floor(seconds / size), unit);
}

interface FailedSectionProps {
  failed: FailedJobs[];
  /** Receives the focus after a retry. */
  heading: RefObject<HTMLHeadingElement | null>;
  onRetryOne(job: string): Promise<void>;
  onRetryAll(kind: string): Promise<void>;
}

/** Jobs that have failed permanently, by kind, with buttons to try them again. */
export function FailedSection({ failed, heading, onRetryOne, onRetryAll }: FailedSectionProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const whileBusy = async (retry: Promise<void>) => {
    setBusy(true);
    await retry;
    setBusy(false);
  };
  return (
    <Section title={t('background.failed')} empty={failed.length === 0 && t('background.noneFailed')} heading={heading}>
      <p className="mt-2 max-w-prose text-soft">{t('background.failedHelp')}</p>
      {failed.map((ofKind) => (
        <FailedOfKind
          key={ofKind.kind}
          failed={ofKind}
          busy={busy}
          onRetryOne={(job) => whileBusy(onRetryOne(job))}
          onRetryAll={() => whileBusy(onRetryAll(ofKind.kind))}
        />
      ))}
    </Section>
  );
}

interface FailedOfKindProps {
  failed: FailedJobs;
  busy: boolean;
  onRetryOne(job: string): Promise<void>;
  onRetryAll(): Promise<void>;
}

function FailedOfKind({ failed: { title, count, jobs }, busy, onRetryOne, onRetryAll }: FailedOfKindProps) {
  const { t } = useTexts();
  const time = useTime();
  return (
    <div className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 className="font-semibold text-lg">
          {title} <span className="tabular text-soft">({count})</span>
        </h3>
        {count > 1 && (
          <Button
            kind="quiet"
            disabled={busy}
            aria-label={`${t('background.retryAll')}: ${title}`}
            onClick={() => void onRetryAll()}
          >
            {t('background.retryAll')}
          </Button>
        )}
      </div>
      <ListTable
        label={title}
        columns={[t('background.when'), t('background.tries'), t('background.reason'), t('background.again')]}
        widths={['13rem', '6rem', undefined, '10rem']}
        rows={jobs}
        keyOf={({ id }) => id}
        row={({ id, failed_at, tries, reason }) => [
          <time key="when" dateTime={failed_at}>
            {time(failed_at)}
          </time>,
          tries,
          <Reason key="reason" reason={reason} t={t} />,
          <Button
            key="retry"
            kind="quiet"
            disabled={busy}
            aria-label={`${t('shell.tryAgain')}: ${title}, ${time(failed_at)}`}
            onClick={() => void onRetryOne(id)}
          >
            {t('shell.tryAgain')}
          </Button>,
        ]}
      />
      {count > jobs.length && (
        <p className="mt-2 text-soft">{t('background.earlier', { count: count - jobs.length })}</p>
      )}
    </div>
  );
}

function Reason({ reason: { code, message }, t }: { reason: FailedJob['reason']; t: Texts['t'] }) {
  if (code !== 'error') return t(code === 'expired' ? 'background.expired' : 'background.crashed');
  if (!message) return t('background.unknown');
  // Messages of the software are in English.
  return (
    <bdi lang="en" dir="ltr" className="[overflow-wrap:anywhere]">
      {message}
    </bdi>
  );
}

/** Jobs that run now, with their progress where they report it. */
export function RunningSection({ running }: { running: BackgroundWork['running'] }) {
  const { t } = useTexts();
  const time = useTime();
  return (
    <Section title={t('background.running')} empty={running.length === 0 && t('background.noneRunning')}>
      <div className="mt-4">
        <ListTable
          label={t('background.running')}
          columns={[t('background.job'), t('background.since'), t('background.tries'), t('background.progress')]}
          widths={['32%', '26%', '12%', '30%']}
          rows={running}
          keyOf={({ id }) => id}
          row={({ title, started_at, tries, progress }) => [
            title,
            <time key="since" dateTime={started_at}>
              {time(started_at)}
            </time>,
            tries,
            progress && t('background.doneOf', { done: progress.done, total: progress.total }),
          ]}
        />
      </div>
    </Section>
  );
}

/** How many jobs of each kind wait, and for how long. */
export function WaitingSection({ waiting }: { waiting: BackgroundWork['waiting'] }) {
  const { t, locale } = useTexts();
  const time = useTime();
  return (
    <Section title={t('background.waiting')} empty={waiting.length === 0 && t('background.noneWaiting')}>
      <div className="mt-4">
        <ListTable
          label={t('background.waiting')}
          columns={[t('background.job'), t('background.count'), t('background.oldest'), t('background.later')]}
          widths={['32%', '26%', '30%', '12%']}
          rows={waiting}
          keyOf={({ kind }) => kind}
          row={({ title, count, failed_before, oldest_at, later }) => [
            title,
            failed_before ? t('background.countAndFailed', { count, failed: failed_before }) : count,
            oldest_at && (
              <time key="oldest" dateTime={oldest_at}>
                {time(oldest_at)} ({ageOf(oldest_at, locale)})
              </time>
            ),
            later > 0 && later,
          ]}
        />
      </div>
    </Section>
  );
}
