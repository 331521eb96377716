import { callUrl } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { saveFile } from '#src/client/save-file.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { BarChart } from '#src/ui/bar-chart.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { ListTable, ListTableStyle } from '#src/ui/list-table.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { fewestReaders } from '../newsletters.rules.ts';
import { type NewsletterStatistics, newsletterStatisticsCalls } from '../statistics.contract.ts';

export const handle = { texts: ['circulation', 'newsletters', 'readership', 'errors'] };

/** How many readers each newsletter has, and the outcomes of its issues, by month. */
export default function CirculationPage() {
  const { t } = useTexts();
  const to = usePaths();
  const allowed = useRequireEditor();
  const call = useCall(newsletterStatisticsCalls.statistics, {}, allowed);
  if (call.isLoadingError && call.error.status === 403)
    return <ErrorPage status={403} sentence={t('readership.loadFailed')} />;
  const save = () =>
    saveFile(callUrl(newsletterStatisticsCalls.csv, {}), 'newsletters.csv', 'text/csv').catch((error) =>
      toastFailure(error, 'readership.loadFailed'),
    );
  return (
    <div className="page py-8">
      <ListTableStyle />
      <PageTitle>{t('circulation.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <a className="link inline-flex min-h-11 items-center" href={to('/admin/newsletters')}>
        {t('newsletters.newsletters')}
      </a>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-extrabold text-4xl">{t('circulation.title')}</h1>
        <Button
          kind="quiet"
          aria-label={t('readership.csvOf', { table: t('circulation.title') })}
          disabled={!call.data?.length}
          onClick={() => void save()}
        >
          CSV
        </Button>
      </div>
      <p className="mt-2 max-w-prose text-soft">
        {t('circulation.intro')} {t('circulation.fewReaders', { least: fewestReaders })}
      </p>
      <noscript>
        <p className="mt-6 border border-ink p-4">{t('shell.needsScripts')}</p>
      </noscript>
      {call.isError && <LoadFailure sentence={t('readership.loadFailed')} call={call} className="py-8" />}
      {call.isPending && <p className="py-16 text-soft">{t('newsletters.loading')}</p>}
      {call.data?.length === 0 && <p className="py-16 font-serif text-2xl text-soft">{t('newsletters.empty')}</p>}
      {call.data?.map((statistics) => (
        <NewsletterPart key={statistics.id} statistics={statistics} />
      ))}
    </div>
  );
}

const columns = ['readers', 'joined', 'left', 'refused', 'issues', 'delivered', 'failed', 'reads'] as const;

function NewsletterPart({ statistics: { name, active, months } }: { statistics: NewsletterStatistics }) {
  const { t, locale } = useTexts();
  const monthName = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const number = (value: number) => value.toLocaleString(locale);
  const first = months.findIndex(({ readers, joined, issues }) => readers + joined + issues > 0);
  const nameOf = (month: string) => monthName.format(new Date(month));
  return (
    <Section title={name}>
      <p className="mt-1">
        {t('newsletters.subscribers', { count: months.at(-1)?.readers ?? 0 })}
        {!active && <> · {t('circulation.inactive')}</>}
      </p>
      {first >= 0 && (
        <BarChart
          label={`${t('circulation.chart')}: ${name}`}
          bars={months.map(({ month, readers }) => ({ name: nameOf(month), value: readers }))}
          format={number}
        />
      )}
      <ListTable
        label={name}
        columns={[t('circulation.month'), ...columns.map((column) => t(`circulation.${column}`))]}
        rows={(first < 0 ? months.slice(-1) : months.slice(first)).toReversed()}
        keyOf={({ month }) => month}
        row={(month) => [
          nameOf(month.month),
          ...columns.map((column) => {
            const value = month[column];
            return value === null ? '–' : number(value);
          }),
        ]}
      />
    </Section>
  );
}
