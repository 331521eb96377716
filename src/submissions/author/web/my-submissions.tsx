import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { submissionsCalls } from '#src/submissions/submission/submissions.contract.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { MySubmissionCard } from './my-submission.tsx';

/** The current user's submissions, newest first, and the median time to a decision. */
export function MySubmissions({ megabytes }: { megabytes: number }) {
  const { t } = useTexts();
  const to = usePaths();
  const call = useCall(submissionsCalls.own);
  const { data } = call;
  const days = data?.median_days;
  return (
    <Section title={t('submissions.ownTitle')}>
      {typeof days === 'number' && (
        <p className="mt-2 text-sm text-soft">
          {days < 1 ? t('submissions.medianUnder') : t('submissions.median', { days: Math.round(days) })}
        </p>
      )}
      {call.isError && <LoadFailure sentence={t('submissions.ownFailed')} call={call} />}
      {call.isPending && <p className="py-6 text-soft">{t('submissions.loading')}</p>}
      {data?.submissions.length === 0 && (
        <p className="py-6 font-serif text-soft text-xl">{t('submissions.ownNone')}</p>
      )}
      {data && data.submissions.length > 0 && (
        <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/profile/readers')}>
          {t('submissions.yourReaders')}
        </a>
      )}
      <ul>
        {data?.submissions.map((work) => (
          <MySubmissionCard
            key={work.id}
            work={work}
            megabytes={megabytes}
            onChange={() => refetch(submissionsCalls.own)}
          />
        ))}
      </ul>
    </Section>
  );
}
