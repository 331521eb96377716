import { profileCalls } from '#src/accounts/account/profile.contract.ts';
import { usePaths } from '#src/client/paths.ts';
import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { GuardianForm } from './guardian-form.tsx';
import { MySubmissions } from './my-submissions.tsx';
import { SubmissionForm } from './submission-form.tsx';

/** The author's view: the submission form and his submissions. */
export function AuthorPart({ megabytes, consentDays }: { megabytes: number; consentDays: number }) {
  const { t } = useTexts();
  const to = usePaths();
  const call = useCall(profileCalls.me);
  const person = call.data;
  const waits = person?.guardian === 'needed' || person?.guardian === 'asked';
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div>
        {person && waits && (
          <Section title={t('submissions.guardianTitle')}>
            <GuardianForm asked={person.guardian === 'asked'} days={consentDays} />
          </Section>
        )}
        <Section title={t('submissions.formTitle')}>
          {call.isLoadingError && <LoadFailure sentence={t('submissions.profileFailed')} call={call} />}
          {call.isPending && <p className="py-6 text-soft">{t('submissions.loading')}</p>}
          <p>
            <a className="link inline-flex min-h-11 items-center" href={to('/how-we-decide')}>
              {t('shell.howWeDecide')}
            </a>
          </p>
          {person && <SubmissionForm person={person} megabytes={megabytes} />}
        </Section>
      </div>
      <MySubmissions megabytes={megabytes} />
    </div>
  );
}
