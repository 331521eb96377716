import { callApi } from '#src/client/api.ts';
import { apiHost } from '#src/client/api-host.ts';
import { toastFailure } from '#src/client/failure.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { usePaths } from '#src/client/paths.ts';
import { saveFile } from '#src/client/save-file.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Section } from '#src/ui/section.tsx';
import { type MyPlan, planCalls } from '../plans.contract.ts';
import { rupees } from '../plans.rules.ts';
import { LateNewspaperNote } from './late-newspaper.tsx';
import { usePlan } from './plan-store.ts';

type Claim = MyPlan['claims'][number];

/** The current user's plan, and the state of each declared payment, with its receipt. */
export function MyPayments({ onChange }: { onChange(): Promise<void> }) {
  const { t, locale } = useTexts();
  const own = usePlan((state) => state.own);
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  if (!own) return null;
  const setReminders = async (on: boolean) => {
    await toastOutcome(() => callApi(planCalls.reminders, { body: { on } }), 'plans.notSaved');
    await onChange();
  };
  return (
    <Section title={t('plans.yourPlan')}>
      <p className="mt-2 font-serif text-xl">
        {own.until && own.plan
          ? t('plans.runsUntil', { plan: t(`plans.${own.plan}`), date: day.format(new Date(own.until)) })
          : t('plans.noneRuns')}
      </p>
      {own.until && (
        <label className="mt-3 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5"
            checked={own.reminders}
            onChange={(event) => void setReminders(event.target.checked)}
          />
          {t('plans.remindMe')}
        </label>
      )}
      {own.claims.length > 0 && (
        <>
          <h3 id="payments" className="mt-6 font-bold text-lg">
            {t('plans.yourPayments')}
          </h3>
          <ul className="mt-2">
            {own.claims.map((claim) => (
              <Payment key={claim.id} claim={claim} />
            ))}
          </ul>
        </>
      )}
      {own.lengthenings.length > 0 && (
        <>
          <h3 className="mt-6 font-bold text-lg">{t('lengthenings.yourHistory')}</h3>
          <ul className="mt-2">
            {own.lengthenings.map(({ until, ...late }) => (
              <li key={late.day} className="max-w-prose border-rule border-b py-3">
                <LateNewspaperNote late={late} />{' '}
                {t('lengthenings.yours', { days: late.days, until: day.format(new Date(until)) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Payment({ claim }: { claim: Claim }) {
  const { t, locale } = useTexts();
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  const next = useNext(claim);
  const saveReceipt = (path: string) =>
    saveFile(apiHost + path, `receipt-${claim.reference}.pdf`, 'application/pdf').catch((error) =>
      toastFailure(error, 'plans.receiptFailed'),
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-3">
      <div className="max-w-prose">
        <p className="font-semibold">
          {t(`plans.${claim.plan}`)}, <bdi dir="ltr">₹{rupees(claim.amount_minor)}</bdi>
        </p>
        <p className="tabular text-sm text-soft">
          {day.format(new Date(claim.declared_at))} · <bdi>{claim.reference}</bdi> · {t(`plans.state_${claim.state}`)}
        </p>
        {next && <p className="mt-1">{next}</p>}
      </div>
      {claim.receipt && claim.state === 'confirmed' && (
        <Button kind="quiet" onClick={() => void saveReceipt(claim.receipt ?? '')}>
          {t('plans.receipt')}
        </Button>
      )}
    </li>
  );
}

/** The state of a payment and what happens next; undefined if nothing will. */
function useNext({ state, opens, opens_until, decided_at }: Claim): string | undefined {
  const { t, locale } = useTexts();
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  const time = indianDateFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  if (state !== 'declared') return t(`plans.next_${state}`, { date: day.format(new Date(decided_at ?? 0)) });
  if (opens === 'ended') return undefined;
  return t(`plans.next_${opens}`, { until: time.format(new Date(opens_until ?? 0)) });
}

/** The state of the newest payment, above the plans; without one, an empty line, so that little moves. */
export function NewestPayment() {
  const { t } = useTexts();
  const to = usePaths();
  const token = useSession(({ user }) => user.token);
  const own = usePlan((state) => state.own);
  const newest = own?.claims[0];
  const isOver =
    newest?.state === 'confirmed' ? !own?.isPaid : newest?.state === 'declared' && newest.opens === 'ended';
  return (
    <div className="mt-4 min-h-11 max-w-prose">
      {!token && (
        <a
          className="link inline-flex min-h-11 items-center"
          href={`${to('/login')}?from=${encodeURIComponent(to('/payment'))}`}
        >
          {t('plans.paidAlready')}
        </a>
      )}
      {token && newest && !isOver && <NewestState claim={newest} />}
    </div>
  );
}

function NewestState({ claim }: { claim: Claim }) {
  const { t } = useTexts();
  return (
    <div role="status" className="border-press border-s-4 bg-wash px-4 py-3">
      <p className="font-semibold">
        {t(`plans.${claim.plan}`)} · <bdi dir="ltr">₹{rupees(claim.amount_minor)}</bdi> ·{' '}
        {t(`plans.state_${claim.state}`)}
      </p>
      <p>{useNext(claim)}</p>
      <a className="link inline-flex min-h-11 items-center" href="#payments">
        {t('plans.yourPayments')}
      </a>
    </div>
  );
}
