import { pagePath, usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { indianDateFormat, noonInIndia } from '#src/rules/calendar.rules.ts';
import { typeTexts } from '#src/submissions/submission/form.rules.ts';
import { rejectionReasons } from '#src/submissions/submission/submission-states.rules.ts';
import { FallbackLinks } from '#src/ui/error-page.tsx';
import { ListTable, ListTableStyle } from '#src/ui/list-table.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { Section } from '#src/ui/section.tsx';
import type { DecisionYear } from '../decision-statistics.contract.ts';
import { fewestDecisions } from '../decision-statistics.rules.ts';
import { getDecisionStatistics } from '../server/decision-statistics.service.ts';
import type { Route } from './+types/how-we-decide-page';

export const loader = pageLoader((ctx) => getDecisionStatistics(ctx));

/** Who decides on submissions, by what rules, how many are accepted, and how long it takes. */
export default function HowWeDecidePage({ loaderData: year }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <div className="page py-8 md:py-10">
      <ListTableStyle />
      <PageTitle>{t('decisions.title')}</PageTitle>
      <PageHead
        title={t('decisions.title')}
        description={t('decisions.description')}
        at={(language) => pagePath(language, '/how-we-decide')}
      />
      <h1 className="font-extrabold text-4xl md:text-5xl">{t('decisions.title')}</h1>
      <p className="mt-2 max-w-prose font-serif text-lg text-soft">{t('decisions.description')}</p>
      <Section title={t('decisions.whoTitle')}>
        <p className="mt-3 max-w-prose font-serif text-lg leading-relaxed">{t('decisions.who')}</p>
      </Section>
      <Section title={t('decisions.rulesTitle')}>
        <p className="mt-3 max-w-prose font-serif text-lg leading-relaxed">{t('decisions.rules')}</p>
        <ul className="mt-3 max-w-prose list-disc ps-6 font-serif text-lg leading-relaxed">
          {rejectionReasons.map((reason) => (
            <li key={reason}>{t(`submissions.reason_${reason}`)}</li>
          ))}
        </ul>
        <p>
          <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/editorial-policy')}>
            {t('decisions.policy')}
          </a>
        </p>
      </Section>
      <Section title={t('decisions.figuresTitle')}>
        <Statistics year={year} />
      </Section>
      <Section title={t('decisions.againTitle')}>
        <p className="mt-3 max-w-prose font-serif text-lg leading-relaxed">{t('decisions.again')}</p>
        <p className="flex flex-wrap gap-x-6">
          <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/grievance')}>
            {t('decisions.grievance')}
          </a>
          <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/publication')}>
            {t('research.handIn')}
          </a>
        </p>
      </Section>
    </div>
  );
}

function Statistics({ year }: { year: DecisionYear }) {
  const { t, locale } = useTexts();
  const { all, kinds } = year;
  if (!all)
    return (
      <p className="mt-3 max-w-prose font-serif text-lg leading-relaxed">
        {t('decisions.few', { least: fewestDecisions })}
      </p>
    );
  const shown = kinds.flatMap(({ kind, figures }) => (figures ? [{ name: t(typeTexts[kind]), figures }] : []));
  const hidden = kinds.filter(({ figures }) => !figures).map(({ kind }) => t(typeTexts[kind]));
  const days = (count: number | null) => (count === null ? '–' : t('decisions.days', { count }));
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  return (
    <>
      <ListTable
        label={t('decisions.figuresTitle')}
        columns={[
          t('decisions.kind'),
          t('decisions.received'),
          t('decisions.accepted'),
          t('decisions.toReview'),
          t('decisions.toDecision'),
          t('decisions.toPublication'),
        ]}
        rows={[{ name: t('decisions.all'), figures: all }, ...shown]}
        keyOf={({ name }) => name}
        row={({ name, figures }) => [
          <span key="kind" className="inline-block font-semibold first-letter:uppercase">
            {name}
          </span>,
          figures.received.toLocaleString(locale),
          (figures.accepted / 100).toLocaleString(locale, { style: 'percent' }),
          days(figures.days_to_review),
          days(figures.days_to_decision),
          days(figures.days_to_publication),
        ]}
      />
      {hidden.length > 0 && (
        <p className="mt-3 max-w-prose font-serif text-lg leading-relaxed">
          {t('decisions.fewKinds', {
            least: fewestDecisions,
            kinds: new Intl.ListFormat(locale).format(hidden),
          })}
        </p>
      )}
      <p className="mt-3 max-w-prose text-soft">
        {t('decisions.basis', { from: day.format(noonInIndia(year.from)), until: day.format(noonInIndia(year.until)) })}
      </p>
    </>
  );
}

export function ErrorBoundary() {
  const { t } = useTexts();
  return (
    <div className="page py-10">
      <PageTitle>{t('decisions.title')}</PageTitle>
      <h1 className="font-extrabold text-4xl md:text-5xl">{t('decisions.title')}</h1>
      <p role="alert" className="pt-8 font-serif text-2xl">
        {t('decisions.failed')}
      </p>
      <FallbackLinks again />
    </div>
  );
}
