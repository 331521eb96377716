import { callApi } from '#src/client/api.ts';
import { apiHost } from '#src/client/api-host.ts';
import { toastFailure } from '#src/client/failure.ts';
import { saveFile } from '#src/client/save-file.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Section } from '#src/ui/section.tsx';
import { planCalls } from '../plans.contract.ts';
import { rupees } from '../plans.rules.ts';
import { usePlan } from './plan-store.ts';

/** The current user's plan, declared payments and receipts. */
export function MyPayments({ onChange }: { onChange(): Promise<void> }) {
  const { t, locale } = useTexts();
  const own = usePlan((state) => state.own);
  const day = indianDateFormat(locale, { dateStyle: 'long' });
  if (!own) return null;
  const setReminders = async (on: boolean) => {
    try {
      const { message } = await callApi(planCalls.reminders, { body: { on } });
      toast({ kind: 'success', text: { sentence: message } });
    } catch (error) {
      toastFailure(error, 'plans.notSaved');
    }
    await onChange();
  };
  const saveReceipt = (path: string, reference: string) =>
    saveFile(apiHost + path, `receipt-${reference}.pdf`, 'application/pdf').catch((error) =>
      toastFailure(error, 'plans.receiptFailed'),
    );
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
      <ul className="mt-4">
        {own.claims.map((claim) => (
          <li key={claim.id} className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-3">
            <div>
              <p className="font-semibold">
                {t(`plans.${claim.plan}`)}, <bdi dir="ltr">₹{rupees(claim.amount_minor)}</bdi>
              </p>
              <p className="tabular text-sm text-soft">
                {day.format(new Date(claim.declared_at))} · <bdi>{claim.reference}</bdi> ·{' '}
                {t(`plans.state_${claim.state}`)}
              </p>
            </div>
            {claim.receipt && claim.state === 'confirmed' && (
              <Button kind="quiet" onClick={() => void saveReceipt(claim.receipt ?? '', claim.reference)}>
                {t('plans.receipt')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
