import type { ReactNode } from 'react';
import { callUrl } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useListFilter } from '#src/client/list-filter.ts';
import { usePaths } from '#src/client/paths.ts';
import { useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { saveFile } from '#src/client/save-file.ts';
import { isLanguage, languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { BarChart, ValueBar } from '#src/ui/bar-chart.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { Options, SelectField } from '#src/ui/field.tsx';
import { ListTable, ListTableStyle } from '#src/ui/list-table.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { readershipCalls, type Statistics, type StoryStatistics } from '../readership.contract.ts';
import { periods, sourceText, type Table } from '../readership.rules.ts';
import { fewestSearches } from '../searches.rules.ts';

export const handle = { texts: ['readership', 'circulation', 'news', 'errors'] };

/** What is read: by day, hour, source, language, section and story. */
export default function ReadershipPage() {
  const { t, locale } = useTexts();
  const to = usePaths();
  const allowed = useRequireEditor();
  const { filter, setFilter } = useListFilter('days');
  const days = periods.find((period) => String(period) === filter.days) ?? periods[0];
  const call = useCall(readershipCalls.statistics, { query: { days } }, allowed);
  const isRead = call.data !== undefined && call.data.total > 0;
  if (call.isLoadingError && call.error.status === 403)
    return <ErrorPage status={403} sentence={t('readership.loadFailed')} />;
  return (
    <div className="page py-8">
      <ListTableStyle />
      <PageTitle>{t('readership.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="font-extrabold text-4xl">{t('readership.title')}</h1>
      <p className="mt-2 max-w-prose text-soft">{t('readership.intro')}</p>
      <a className="link inline-flex min-h-11 items-center" href={to('/admin/newsletters/figures')}>
        {t('circulation.title')}
      </a>
      <noscript>
        <p className="mt-6 border border-ink p-4">{t('shell.needsScripts')}</p>
      </noscript>
      <div className="mt-6 max-w-60">
        <SelectField
          label={t('readership.period')}
          value={days}
          onChange={(event) => setFilter('days', event.target.value)}
        >
          <Options of={periods.map((period) => [period, t('readership.lastDays', { count: period })])} />
        </SelectField>
      </div>
      {call.isLoadingError && <LoadFailure sentence={t('readership.loadFailed')} call={call} className="py-8" />}
      {call.isPending && <p className="py-16 text-soft">{t('shell.loading')}</p>}
      {call.data && (
        <>
          {call.isRefetchError && <LoadFailure sentence={t('readership.loadFailed')} call={call} />}
          <p
            className={`mt-6 ${isRead ? 'font-bold font-serif text-3xl tabular-nums' : 'max-w-prose text-soft'}`}
            aria-live="polite"
          >
            {isRead
              ? t('readership.total', { count: call.data.total, number: call.data.total.toLocaleString(locale) })
              : t('readership.empty')}
          </p>
          {isRead && <AllStatistics statistics={call.data} days={days} />}
          <Searches searches={call.data.searches} days={days} />
        </>
      )}
    </div>
  );
}

function AllStatistics({ statistics, days }: { statistics: Statistics; days: number }) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const reads = t('readership.reads');
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const number = (value: number) => value.toLocaleString(locale);
  const lists = [
    ['sources', 'readership.source', statistics.sources.map(({ source, reads }) => [t(sourceText[source]), reads])],
    [
      'languages',
      'readership.language',
      statistics.languages.map(({ language, reads }) => [languageName(language), reads]),
    ],
    [
      'sections',
      'readership.section',
      statistics.sections.map(({ name, reads }) => [name ?? t('news.uncategorized'), reads]),
    ],
  ] as const satisfies [Table, string, [string, number][]][];
  return (
    <>
      <Part title={t('readership.byDay')} of="days" days={days}>
        <TimeChart
          label={t('readership.byDay')}
          column={t('readership.day')}
          bars={statistics.days.map(({ day: at, reads }) => ({ name: day.format(new Date(at)), value: reads }))}
        />
      </Part>
      <Part title={t('readership.byHour')} of="hours" days={days}>
        <TimeChart
          label={t('readership.byHour')}
          column={t('readership.hour')}
          bars={statistics.hours.map(({ hour, reads }) => ({ name: `${hour}:00`, value: reads }))}
        />
      </Part>
      <div className="grid gap-x-8 lg:grid-cols-3">
        {lists.map(([of, title, rows]) => (
          <Part key={of} title={t(title)} of={of} days={days}>
            <ListTable
              label={t(title)}
              columns={[t(title), reads, t('readership.share')]}
              rows={rows}
              keyOf={([name]) => name}
              row={([name, value]) => [
                name,
                number(value),
                <ValueBar key="bar" value={value} most={rows[0]?.[1] ?? 0} />,
              ]}
            />
          </Part>
        ))}
      </div>
      <Part title={t('readership.stories')} of="stories" days={days}>
        <ListTable
          label={t('readership.stories')}
          columns={[t('readership.story'), reads, t('readership.half'), t('readership.whole')]}
          widths={[undefined, '8rem', '12rem', '12rem']}
          rows={statistics.stories}
          keyOf={({ id }) => id}
          row={(story) => [
            <a key="story" className="link" href={to('/news/:id', { id: story.id })} lang={story.language} dir="auto">
              {story.title}
            </a>,
            number(story.reads),
            ...shares(story, locale),
          ]}
        />
      </Part>
    </>
  );
}

function Searches({ searches, days }: { searches: Statistics['searches']; days: number }) {
  const { t, locale } = useTexts();
  return (
    <Part title={t('readership.noResults')} of="searches" days={days}>
      <p className="mt-2 mb-3 max-w-prose text-soft">{t('readership.noResultsHelp', { least: fewestSearches })}</p>
      {searches.length === 0 ? (
        <p className="font-serif text-lg">{t('readership.noSearches')}</p>
      ) : (
        <ListTable
          label={t('readership.noResults')}
          columns={[t('readership.words'), t('readership.language'), t('readership.searches')]}
          widths={[undefined, '12rem', '8rem']}
          rows={searches}
          keyOf={({ words, language }) => `${language} ${words}`}
          row={({ words, language, searches }) => [
            <bdi key="words">{words}</bdi>,
            languageName(language),
            searches.toLocaleString(locale),
          ]}
        />
      )}
    </Part>
  );
}

const languageName = (code: string) => (isLanguage(code) ? languages[code].name : code);

const shares = ({ reads, half, whole }: StoryStatistics, locale: string) =>
  [half, whole].map((count) => (count / reads).toLocaleString(locale, { style: 'percent' }));

interface TimeChartProps {
  label: string;
  /** Heading of the names. */
  column: string;
  bars: { name: string; value: number }[];
}

function TimeChart({ label, column, bars }: TimeChartProps) {
  const { t, locale } = useTexts();
  const number = (value: number) => value.toLocaleString(locale);
  return (
    <>
      <BarChart label={label} bars={bars} format={number} />
      <details className="mt-2">
        <summary className="link min-h-11 py-2">{t('readership.asTable')}</summary>
        <ListTable
          label={label}
          columns={[column, t('readership.reads')]}
          rows={bars}
          keyOf={({ name }) => name}
          row={({ name, value }) => [name, number(value)]}
        />
      </details>
    </>
  );
}

function Part({ title, of, days, children }: { title: string; of: Table; days: number; children: ReactNode }) {
  const { t } = useTexts();
  const save = () =>
    saveFile(callUrl(readershipCalls.csv, { query: { days, of } }), `${of}.csv`, 'text/csv').catch((error) =>
      toastFailure(error, 'readership.loadFailed'),
    );
  return (
    <section className="mt-10 border-rule border-t pt-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="font-bold text-2xl">{title}</h2>
        <Button kind="quiet" aria-label={t('readership.csvOf', { table: title })} onClick={() => void save()}>
          CSV
        </Button>
      </div>
      {children}
    </section>
  );
}
