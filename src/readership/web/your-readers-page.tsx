import { useSearchParams } from 'react-router';
import { callUrl } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useCall } from '#src/client/queries.ts';
import { useRequireLogin } from '#src/client/route-guards.ts';
import { saveFile } from '#src/client/save-file.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat, noonInIndia } from '#src/rules/calendar.rules.ts';
import { BarChart } from '#src/ui/bar-chart.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { ListTable, ListTableStyle } from '#src/ui/list-table.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { type AuthorStatistics, authorStatisticsCalls, type WorkStatistics } from '../author-statistics.contract.ts';
import type { Work } from '../works.rules.ts';

export const handle = { texts: ['readers', 'readership', 'errors'] };

/** Reads, downloads and citations of the current user's stories and essays; of another author's for editors. */
export default function YourReadersPage() {
  const { t } = useTexts();
  const allowed = useRequireLogin();
  const [search] = useSearchParams();
  const person = Number(search.get('person')) || undefined;
  const call = useCall(authorStatisticsCalls.statistics, { query: { person } }, allowed);
  if (call.isLoadingError && call.error.status === 404) return <ErrorPage status={404} />;
  const save = () =>
    saveFile(callUrl(authorStatisticsCalls.csv, { query: { person } }), 'readers.csv', 'text/csv').catch((error) =>
      toastFailure(error, 'readership.loadFailed'),
    );
  const title = person && call.data ? t('readers.titleOf', { name: call.data.name }) : t('readers.title');
  return (
    <div className="page py-8">
      <ListTableStyle />
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="font-extrabold text-4xl" dir="auto">
        {title}
      </h1>
      <p className="mt-2 max-w-prose text-soft">{t('readers.intro')}</p>
      <noscript>
        <p className="mt-6 border border-ink p-4">{t('shell.needsScripts')}</p>
      </noscript>
      {call.isLoadingError && <LoadFailure sentence={t('readership.loadFailed')} call={call} className="py-8" />}
      {call.isPending && <p className="py-16 text-soft">{t('shell.loading')}</p>}
      {call.data && call.data.works.length === 0 && (
        <p className="max-w-prose py-8 font-serif text-xl">{t('readers.empty')}</p>
      )}
      {call.data && call.data.works.length > 0 && (
        <>
          {call.isRefetchError && <LoadFailure sentence={t('readership.loadFailed')} call={call} />}
          <Button
            kind="quiet"
            className="mt-4"
            aria-label={t('readership.csvOf', { table: title })}
            onClick={() => void save()}
          >
            CSV
          </Button>
          <AllWorks statistics={call.data} />
          {call.data.works.map((work) => (
            <WorkSection key={`${work.kind} ${work.id}`} work={work} months={call.data.months} />
          ))}
        </>
      )}
    </div>
  );
}

/** The name of a month such as "2026-11". */
function useMonthName() {
  const { locale } = useTexts();
  const format = indianDateFormat(locale, { month: 'short', year: 'numeric' });
  return (month: string) => format.format(noonInIndia(`${month}-01`));
}

function AllWorks({ statistics: { works, months } }: { statistics: AuthorStatistics }) {
  const { t, locale } = useTexts();
  const monthName = useMonthName();
  const bars = months.map((month, index) => ({
    name: monthName(month),
    value: works.reduce((sum, work) => sum + (work.months[index]?.reads ?? 0), 0),
  }));
  const number = (value: number) => value.toLocaleString(locale);
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  return (
    <section className="mt-8 border-rule border-t pt-6">
      <h2 className="font-bold text-2xl">{t('readers.all')}</h2>
      <p className="mt-2 font-serif text-xl tabular-nums">
        {t('readership.total', { count: total, number: number(total) })}
      </p>
      <BarChart label={t('readers.byMonth')} bars={bars} format={number} />
      <details className="mt-2">
        <summary className="link min-h-11 py-2">{t('readership.asTable')}</summary>
        <ListTable
          label={t('readers.byMonth')}
          columns={[t('readers.month'), t('readership.reads')]}
          rows={bars}
          keyOf={({ name }) => name}
          row={({ name, value }) => [name, number(value)]}
        />
      </details>
    </section>
  );
}

function WorkSection({ work, months }: { work: WorkStatistics; months: string[] }) {
  const { t, locale } = useTexts();
  const monthName = useMonthName();
  const number = (value: number) => value.toLocaleString(locale);
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  const facts = [
    [t('readership.reads'), work.reads],
    [t('readership.half'), work.half],
    [t('readership.whole'), work.whole],
    ...(work.downloads === null ? [] : [[t('readers.downloads'), work.downloads] as const]),
  ] as const;
  const hasPdf = work.downloads !== null;
  return (
    <section className="mt-8 border-rule border-t pt-6">
      <h2 className="font-bold text-2xl">
        <span className="font-serif" {...textLanguageAttributes(work.title)}>
          <WorkLink work={work} title={work.title} />
        </span>
      </h2>
      <p className="text-soft">
        {t(`readers.${work.kind}`)} · {day.format(new Date(work.published_at))}
      </p>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-soft text-sm">{name}</dt>
            <dd className="font-bold text-xl tabular-nums">{number(value)}</dd>
          </div>
        ))}
      </dl>
      <details className="mt-2">
        <summary className="link min-h-11 py-2">{t('readers.byMonth')}</summary>
        <ListTable
          label={`${t('readers.byMonth')}: ${work.title}`}
          columns={[
            t('readers.month'),
            t('readership.reads'),
            t('readership.whole'),
            ...(hasPdf ? [t('readers.downloads')] : []),
          ]}
          rows={work.months.map((counts, index) => ({ ...counts, month: months[index] ?? '' }))}
          keyOf={({ month }) => month}
          row={({ month, reads, whole, downloads }) => [
            monthName(month),
            number(reads),
            number(whole),
            ...(hasPdf ? [number(downloads)] : []),
          ]}
        />
      </details>
      {work.cited_by.length > 0 && (
        <>
          <h3 className="mt-3 font-bold">{t('readers.citedBy', { count: work.cited_by.length })}</h3>
          <ul>
            {work.cited_by.map((citing) => (
              <li key={`${citing.kind} ${citing.id}`} className="flex min-h-11 flex-wrap items-center gap-2">
                <span {...textLanguageAttributes(citing.title)}>
                  <WorkLink work={citing} title={citing.title} />
                </span>
                <span className="text-soft text-sm">{t(`readers.${citing.kind}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function WorkLink({ work: { kind, id }, title }: { work: Work; title: string }) {
  const to = usePaths();
  return (
    <a className="link" href={to(kind === 'story' ? '/news/:id' : '/research/:id', { id })}>
      {title}
    </a>
  );
}
