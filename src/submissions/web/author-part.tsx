import { profileCalls } from '#src/accounts/profile.contract.ts';
import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Section } from '#src/ui/section.tsx';
import { GuardianForm } from './guardian-form.tsx';
import { OwnSubmissions } from './own-submissions.tsx';
import { SubmissionForm } from './submission-form.tsx';

/** For an author: the form, and what he has handed in. */
export function AuthorPart({ megabytes }: { megabytes: number }) {
  const { t } = useTexts();
  const { data: person, isError } = useCall(profileCalls.me);
  const mayNot = person?.guardian === 'needed' || person?.guardian === 'asked';
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <Section title={t(mayNot ? 'submissions.guardianTitle' : 'submissions.formTitle')}>
        {isError && <p role="alert">{t('submissions.profileFailed')}</p>}
        {!person && !isError && <p className="py-6 text-soft">{t('submissions.loading')}</p>}
        {person && mayNot && <GuardianForm asked={person.guardian === 'asked'} />}
        {person && !mayNot && <SubmissionForm person={person} megabytes={megabytes} />}
      </Section>
      <OwnSubmissions megabytes={megabytes} />
    </div>
  );
}
