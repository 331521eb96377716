import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError, apiHost, callApi, callHeaders } from '#src/client/api.ts';
import { useNewsroomOnly } from '#src/client/guard.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { saveBlob } from '#src/client/save.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { SearchBox } from '#src/ui/search-box.tsx';
import { type LedgerClaim, ledgerCalls } from '../plans.contract.ts';
import { type ClaimState, claimStates, rupees } from '../plans.rules.ts';
import { RejectDialog } from './reject-dialog.tsx';

export const handle = { texts: ['plans', 'errors'] };

/** The ledger: every declared payment, and what was decided of it. */
export default function PaymentsPage() {
  const { t, locale } = useTexts();
  const to = usePaths();
  const allowed = useNewsroomOnly();
  const [search, setSearch] = useSearchParams();
  const [before, setBefore] = useState<number | undefined>(undefined);
  const [rejecting, setRejecting] = useState<LedgerClaim | null>(null);
  const state = claimStates.find((name) => name === search.get('state'));
  const query = { state, search: search.get('search') ?? undefined, before };
  const list = useCall(ledgerCalls.list, { query });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  const filter = (name: string, value: string) => {
    setBefore(undefined);
    setSearch(
      (now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true },
    );
  };
  const decide = async (claim: LedgerClaim, state: ClaimState, note?: string) => {
    try {
      await callApi(ledgerCalls.decide, {
        params: { id: claim.id },
        body: { state, ...(note !== undefined && { note }) },
      });
      toast({ kind: 'success', text: 'plans.decided' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ kind: 'error', text: error.message ? { sentence: error.message } : 'plans.notSaved' });
    }
    setRejecting(null);
    await refetch(ledgerCalls.list);
  };
  const exportCsv = async () => {
    const given = Object.entries({ state, search: query.search }).filter((entry): entry is [string, string] =>
      Boolean(entry[1]),
    );
    const response = await fetch(`${apiHost}/payments.csv?${new URLSearchParams(given)}`, { headers: callHeaders() });
    if (response.ok) saveBlob(await response.blob(), 'payments.csv');
    else toast({ kind: 'error', text: 'plans.exportFailed' });
  };

  const claims = list.data?.claims;
  return (
    <>
      <ListPage
        title={t('plans.paymentsTitle')}
        columns={[
          t('plans.declared'),
          t('plans.payer'),
          t('plans.plan'),
          t('plans.reference'),
          t('plans.state'),
          t('plans.decision'),
        ]}
        rows={allowed ? claims : undefined}
        failed={list.isError}
        texts={{ loading: t('plans.loading'), failed: t('plans.listFailed'), empty: t('plans.noPayments') }}
        tools={
          <>
            <SearchBox
              label={t('plans.searchPayments')}
              value={query.search ?? ''}
              onSearch={(text) => filter('search', text)}
            />
            <div className="w-48">
              <SelectField
                label={t('plans.state')}
                value={state ?? ''}
                onChange={(event) => filter('state', event.target.value)}
              >
                <option value="">{t('plans.allStates')}</option>
                {claimStates.map((name) => (
                  <option key={name} value={name}>
                    {t(`plans.state_${name}`)}
                  </option>
                ))}
              </SelectField>
            </div>
            <Button kind="quiet" onClick={() => void exportCsv()}>
              {t('plans.exportCsv')}
            </Button>
            <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/admin/statements')}>
              {t('plans.statementsLink')}
            </a>
          </>
        }
        row={(claim) => [
          time.format(new Date(claim.declared_at)),
          <span key="payer">
            <span className="block font-semibold">{claim.name}</span>
            <bdi className="block text-sm text-soft">{claim.email}</bdi>
          </span>,
          `${t(`plans.${claim.plan}`)}, ₹${rupees(claim.amount_minor)}`,
          <span key="reference" className="text-sm">
            <bdi className="block">{claim.reference}</bdi>
            {claim.utr && <bdi className="block text-soft">UTR {claim.utr}</bdi>}
          </span>,
          <span key="state">
            <span className="block font-semibold">{t(`plans.state_${claim.state}`)}</span>
            <span className="block text-sm text-soft">{claim.receipt_number ?? claim.note}</span>
          </span>,
          <span key="decision" className="flex flex-wrap gap-2">
            {claim.state !== 'confirmed' && (
              <Button kind="quiet" onClick={() => void decide(claim, 'confirmed')}>
                {t('plans.confirm')}
              </Button>
            )}
            {claim.state !== 'rejected' && (
              <Button kind="quiet" onClick={() => setRejecting(claim)}>
                {t('plans.reject')}
              </Button>
            )}
            {claim.state === 'rejected' && (
              <Button kind="quiet" onClick={() => void decide(claim, 'declared')}>
                {t('plans.undo')}
              </Button>
            )}
          </span>,
        ]}
        more={
          list.data?.more && (
            <Button kind="quiet" onClick={() => setBefore(claims?.at(-1)?.id)}>
              {t('plans.older')}
            </Button>
          )
        }
      />
      {rejecting && (
        <RejectDialog
          claim={rejecting}
          onClose={() => setRejecting(null)}
          onReject={(note) => decide(rejecting, 'rejected', note)}
        />
      )}
    </>
  );
}
