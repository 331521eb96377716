import { useState } from 'react';
import { useReauthentication } from '#src/accounts/login/web/reauthentication.tsx';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { toast } from '#src/client/toasts.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat, noonInIndia } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { TextField } from '#src/ui/field.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { type BankTransaction, ledgerCalls } from '../plans.contract.ts';
import { rupees } from '../plans.rules.ts';
import { StatementImport } from './statement-import.tsx';

export const handle = { texts: ['plans', 'accounts', 'errors'] };

/** Statement import, open bank transactions and unmatched claims. */
export default function StatementsPage() {
  const { t } = useTexts();
  const to = usePaths();
  const allowed = useRequireEditor();
  const open = useCall(ledgerCalls.open, {}, allowed);
  if (open.isLoadingError && open.error.status === 403)
    return <ErrorPage status={403} sentence={t('plans.listFailed')} />;
  return (
    <div className="page py-8">
      <PageTitle>{t('plans.statementsTitle')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="font-extrabold text-4xl">{t('plans.statementsTitle')}</h1>
      <p className="mt-2">
        <a className="link" href={to('/admin/payments')}>
          {t('plans.paymentsTitle')}
        </a>
      </p>
      {allowed && (
        <>
          <StatementImport onImported={() => refetch(ledgerCalls.open)} />
          <OpenItems open={open} />
        </>
      )}
    </div>
  );
}

function OpenItems({ open }: { open: ReturnType<typeof useCall<typeof ledgerCalls.open>> }) {
  const { t, locale } = useTexts();
  const { run, dialog } = useReauthentication();
  const [noting, setNoting] = useState<number | null>(null);
  const day = indianDateFormat(locale, { dateStyle: 'medium' });
  const perform = async (request: () => Promise<unknown>, done: TextKey) => {
    const attempt = async () => {
      try {
        await request();
        setNoting(null);
        toast({ kind: 'success', text: done });
      } finally {
        await refetch(ledgerCalls.open);
      }
    };
    await run(attempt).catch((error) => toastFailure(error, 'plans.notSaved'));
  };
  const pair = (line: BankTransaction, claim: number) =>
    perform(() => callApi(ledgerCalls.pair, { params: { id: line.id }, body: { claim_id: claim } }), 'plans.paired');
  const dismiss = (line: BankTransaction, note: string) =>
    perform(() => callApi(ledgerCalls.dismiss, { params: { id: line.id }, body: { note } }), 'plans.dismissed');
  if (open.isLoadingError) return <LoadFailure sentence={t('plans.listFailed')} call={open} />;
  if (!open.data) return <p className="py-8 text-soft">{t('plans.loading')}</p>;
  const { lines, claims } = open.data;
  return (
    <>
      {dialog}
      <Section title={t('plans.moneyWithoutClaim')}>
        {lines.length === 0 && <p className="mt-2 text-soft">{t('plans.nothingLeft')}</p>}
        <ul>
          {lines.map((line) => (
            <li key={line.id} className="border-rule border-b py-4">
              <p className="tabular font-semibold">
                {day.format(noonInIndia(line.day))}, <bdi dir="ltr">₹{rupees(line.amount_minor)}</bdi>
              </p>
              <p className="break-words text-sm text-soft">
                <bdi>{line.narration}</bdi>
              </p>
              <div className="mt-2 flex flex-wrap gap-2">
                {line.suggestions.map((claim) => (
                  <Button key={claim.id} kind="quiet" className="py-2" onClick={() => void pair(line, claim.id)}>
                    {t('plans.isPaymentOf', {
                      name: claim.name,
                      amount: rupees(claim.amount_minor),
                      reference: claim.reference,
                    })}
                  </Button>
                ))}
                {noting === line.id ? (
                  <form
                    className="flex flex-wrap items-end gap-2"
                    onSubmit={(event) => {
                      event.preventDefault();
                      void dismiss(line, String(new FormData(event.currentTarget).get('note')));
                    }}
                  >
                    <TextField label={t('plans.note')} name="note" required maxLength={500} />
                    <Button type="submit" kind="quiet">
                      {t('plans.setAside')}
                    </Button>
                  </form>
                ) : (
                  <Button kind="quiet" onClick={() => setNoting(line.id)}>
                    {t('plans.noPayment')}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('plans.claimWithoutMoney')}>
        {claims.length === 0 && <p className="mt-2 text-soft">{t('plans.nothingLeft')}</p>}
        <ul>
          {claims.map((claim) => (
            <li key={claim.id} className="border-rule border-b py-3">
              <p className="font-semibold">
                {claim.name}, <bdi dir="ltr">₹{rupees(claim.amount_minor)}</bdi>
              </p>
              <p className="tabular text-sm text-soft">
                {day.format(new Date(claim.declared_at))} · <bdi>{claim.reference}</bdi>{' '}
                {claim.utr && <bdi>· UTR {claim.utr}</bdi>}
              </p>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
