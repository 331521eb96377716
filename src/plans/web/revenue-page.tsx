import { callUrl } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
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
import { planNames } from '../plans.rules.ts';
import { revenueCalls } from '../revenue.contract.ts';
import type { RevenueMonth } from '../revenue.rules.ts';

export const handle = { texts: ['revenue', 'plans', 'errors'] };

/** Payments, renewals and running plans by month. */
export default function RevenuePage() {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const call = useCall(revenueCalls.months, {}, allowed);
  if (call.isLoadingError && call.error.status === 403)
    return <ErrorPage status={403} sentence={t('revenue.loadFailed')} />;
  return (
    <div className="page py-8">
      <ListTableStyle />
      <PageTitle>{t('revenue.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="font-extrabold text-4xl">{t('revenue.title')}</h1>
      <p className="mt-2 max-w-prose text-soft">{t('revenue.intro')}</p>
      <noscript>
        <p className="mt-6 border border-ink p-4">{t('shell.needsScripts')}</p>
      </noscript>
      {call.isLoadingError && <LoadFailure sentence={t('revenue.loadFailed')} call={call} className="py-8" />}
      {call.isPending && <p className="py-16 text-soft">{t('shell.loading')}</p>}
      {call.isRefetchError && <LoadFailure sentence={t('revenue.loadFailed')} call={call} />}
      {call.data && <Months months={call.data} />}
    </div>
  );
}

function Months({ months }: { months: readonly RevenueMonth[] }) {
  const { t, locale } = useTexts();
  const name = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const nameOf = (month: string) => name.format(new Date(`${month}-01`));
  const number = (value: number) => value.toLocaleString(locale);
  const money = (minor: number) =>
    (minor / 100).toLocaleString(locale, { style: 'currency', currency: 'INR', trailingZeroDisplay: 'stripIfInteger' });
  const bars = (value: (month: RevenueMonth) => number) =>
    months.map((month) => ({ name: nameOf(month.month), value: value(month) }));
  const isEmpty = months.every(({ payments, ended, running }) => payments + ended + running === 0);
  if (isEmpty) return <p className="py-16 font-serif text-2xl text-soft">{t('revenue.empty')}</p>;
  const save = () =>
    saveFile(callUrl(revenueCalls.csv, {}), 'payments-by-month.csv', 'text/csv').catch((error) =>
      toastFailure(error, 'revenue.loadFailed'),
    );
  return (
    <>
      <div className="grid gap-x-8 lg:grid-cols-2">
        <Section title={t('revenue.amountByMonth')}>
          <BarChart label={t('revenue.amountByMonth')} bars={bars(({ amount_minor }) => amount_minor)} format={money} />
        </Section>
        <Section title={t('revenue.runningByMonth')}>
          <BarChart label={t('revenue.runningByMonth')} bars={bars(({ running }) => running)} format={number} />
        </Section>
      </div>
      <div className="mt-10 mb-3 flex justify-end">
        <Button kind="quiet" aria-label={t('revenue.csv')} onClick={() => void save()}>
          CSV
        </Button>
      </div>
      <ListTable
        label={t('revenue.title')}
        columns={[
          t('revenue.month'),
          t('revenue.payments'),
          t('revenue.amount'),
          ...planNames.map((plan) => t(`plans.${plan}`)),
          t('revenue.newReaders'),
          t('revenue.renewals'),
          t('revenue.ended'),
          t('revenue.running'),
        ]}
        rows={months.toReversed()}
        keyOf={({ month }) => month}
        row={(month) => [
          nameOf(month.month),
          number(month.payments),
          <bdi key="amount">{money(month.amount_minor)}</bdi>,
          ...planNames.map((plan) => {
            const { payments, amount_minor } = month.plans[plan];
            return (
              <span key={plan}>
                {number(payments)} {payments > 0 && <bdi className="text-soft text-sm">({money(amount_minor)})</bdi>}
              </span>
            );
          }),
          number(month.first_payments),
          number(month.renewals),
          number(month.ended),
          number(month.running),
        ]}
      />
      <p className="mt-4 max-w-prose text-soft text-sm">{t('revenue.basis')}</p>
    </>
  );
}
