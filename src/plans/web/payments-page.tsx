import { useState } from 'react';
import { useReauthentication } from '#src/accounts/login/web/reauthentication.tsx';
import { callApi, callUrl } from '#src/client/api.ts';
import { useDeskList } from '#src/client/desk-list.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch } from '#src/client/queries.ts';
import { saveFile } from '#src/client/save-file.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField } from '#src/ui/field.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { type LedgerClaim, ledgerCalls } from '../plans.contract.ts';
import { type ClaimState, claimStates, rupees } from '../plans.rules.ts';
import { LateNewspapers } from './late-newspapers.tsx';
import { RejectDialog } from './reject-dialog.tsx';

export const handle = { texts: ['plans', 'lengthenings', 'revenue', 'accounts', 'errors'] };

/** The ledger: all declared payments with their state. */
export default function PaymentsPage() {
  const { t, locale } = useTexts();
  const to = usePaths();
  const { list, allowed, filter, search, choice } = useDeskList(
    ledgerCalls.list,
    ({ claims }) => claims,
    (filter) => ({ ...filter, state: claimStates.find((name) => name === filter.state) }),
  );
  const { run, dialog } = useReauthentication();
  const [rejecting, setRejecting] = useState<LedgerClaim | null>(null);
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  const decide = async (claim: LedgerClaim, state: ClaimState, note?: string) => {
    const body = { state, from: claim.state, ...(note !== undefined && { note }) };
    let done = false;
    const attempt = async () => {
      try {
        await callApi(ledgerCalls.decide, { params: { id: claim.id }, body });
        done = true;
        setRejecting(null);
        toast({ kind: 'success', text: 'plans.decided' });
      } finally {
        await refetch(ledgerCalls.list);
      }
    };
    await run(attempt).catch((error) => toastFailure(error, 'plans.notSaved'));
    return done;
  };
  const exportCsv = () =>
    saveFile(callUrl(ledgerCalls.csv, { query: filter }), 'payments.csv', 'text/csv').catch((error) =>
      toastFailure(error, 'plans.exportFailed'),
    );
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
        {...list}
        texts={{ loading: t('plans.loading'), failed: t('plans.listFailed'), empty: t('plans.noPayments') }}
        older={t('plans.older')}
        tools={
          <>
            <SearchBox label={t('plans.searchPayments')} {...search} />
            <div className="w-48">
              <SelectField label={t('plans.state')} {...choice('state')}>
                <option value="">{t('plans.allStates')}</option>
                <Options of={claimStates.map((state) => [state, t(`plans.state_${state}`)])} />
              </SelectField>
            </div>
            <Button kind="quiet" onClick={() => void exportCsv()}>
              {t('plans.exportCsv')}
            </Button>
            <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/admin/statements')}>
              {t('plans.statementsLink')}
            </a>
            <a className="link inline-flex min-h-11 items-center font-semibold" href={to('/admin/payments/months')}>
              {t('revenue.title')}
            </a>
          </>
        }
        row={(claim) => [
          time.format(new Date(claim.declared_at)),
          <span key="payer">
            <span className="block font-semibold">{claim.name}</span>
            <bdi className="block text-sm text-soft">{claim.email}</bdi>
          </span>,
          <span key="plan">
            {t(`plans.${claim.plan}`)}, <bdi dir="ltr">₹{rupees(claim.amount_minor)}</bdi>
          </span>,
          <span key="reference" className="text-sm">
            <bdi className="block">{claim.reference}</bdi>
            {claim.utr && <bdi className="block text-soft">UTR {claim.utr}</bdi>}
          </span>,
          <span key="state">
            <span className="block font-semibold">{t(`plans.state_${claim.state}`)}</span>
            <span className="block text-sm text-soft">{claim.receipt_number ?? claim.note}</span>
          </span>,
          <Decision
            key="decision"
            state={claim.state}
            onDecide={(state) => void decide(claim, state)}
            onReject={() => setRejecting(claim)}
          />,
        ]}
      />
      {allowed && <LateNewspapers />}
      {dialog}
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

/** The decisions that are possible in this state. */
function Decision(props: { state: ClaimState; onDecide(state: ClaimState): void; onReject(): void }) {
  const { t } = useTexts();
  const { state, onDecide, onReject } = props;
  return (
    <span className="flex flex-wrap gap-2">
      {state !== 'confirmed' && (
        <Button kind="quiet" onClick={() => onDecide('confirmed')}>
          {t('plans.confirm')}
        </Button>
      )}
      {state !== 'rejected' && (
        <Button kind="quiet" onClick={onReject}>
          {t('plans.reject')}
        </Button>
      )}
      {state === 'rejected' && (
        <Button kind="quiet" onClick={() => onDecide('declared')}>
          {t('plans.undo')}
        </Button>
      )}
    </span>
  );
}
