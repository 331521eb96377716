import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { articleTypes, typeTexts } from '#src/submissions/submission/form.rules.ts';
import { Section } from '#src/ui/section.tsx';

/** Introduction to the publication wing for visitors. */
export function VisitorPart({ megabytes, keepDays }: { megabytes: number; keepDays: number }) {
  const { t } = useTexts();
  const to = usePaths();
  const back = `?from=${encodeURIComponent(to('/publication'))}`;
  const steps = [
    { head: t('submissions.how1'), text: t('submissions.how1Text', { megabytes, days: keepDays }) },
    { head: t('submissions.how2'), text: t('submissions.how2Text') },
    { head: t('submissions.how3'), text: t('submissions.how3Text') },
  ];
  return (
    <>
      <p className="mt-4 max-w-prose font-serif text-xl leading-relaxed">{t('submissions.visitorLead')}</p>
      <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <a
          className="inline-flex min-h-11 items-center bg-ink px-5 font-semibold text-paper hover:bg-press"
          href={to('/login') + back}
        >
          {t('submissions.loginToSubmit')}
        </a>
        <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/register')}>
          {t('submissions.noAccount')}
        </a>
        <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/research')}>
          {t('submissions.seeResearch')}
        </a>
        <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/how-we-decide')}>
          {t('shell.howWeDecide')}
        </a>
      </p>
      <Section title={t('submissions.howTitle')}>
        <ol className="mt-4 grid gap-6 md:grid-cols-3 md:gap-8">
          {steps.map(({ head, text }, index) => (
            <li key={head} className="border-ink border-t-2 pt-3">
              <p className="kicker tabular">{index + 1}</p>
              <h3 className="mt-1 font-semibold text-xl leading-snug">{head}</h3>
              <p className="mt-2 text-soft">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section title={t('submissions.whatTitle')}>
        <ul className="mt-3 flex flex-wrap gap-x-8 gap-y-1 font-serif text-lg">
          {articleTypes.map((type) => (
            <li key={type} className="first-letter:uppercase">
              {t(typeTexts[type])}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
