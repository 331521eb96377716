import type { ChangeEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useSession } from '#src/client/session.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { type Offers, planCalls } from '../plans.contract.ts';
import type { PlanName } from '../plans.rules.ts';
import { checkDetails, type PaymentDetails, stateNames } from '../states.rules.ts';
import { deletePaymentDetails, usePaymentDetails } from './payment-details.ts';
import { deletePaymentLink } from './payment-link-storage.ts';
import { usePlan } from './plan-store.ts';
import type { PaymentLinkState } from './use-payment-link.ts';

interface PaymentFormProps {
  offers: Offers;
  plan: PlanName | null;
  payment: PaymentLinkState;
}

/** Declares that the plan has been paid. */
export function PaymentForm({ offers, plan: selectedPlan, payment: { link, error } }: PaymentFormProps) {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const token = useSession(({ user }) => user.token);
  const own = usePlan((plan) => plan.own);
  const { busy, errors, failure, submit, clear, refuse } = useSubmission();
  const [details, setDetails] = usePaymentDetails();

  // URL of the page of the edition that required a plan, of the edition in the library, or of the library.
  const backTo = () => {
    const [id, page] = ['edition', 'page'].map((name) => /^\d{1,9}$/.exec(search.get(name) ?? '')?.[0]);
    if (id && page) return `${to('/e-paper/:id', { id })}?page=${page}`;
    return to('/e-paper') + (id ? `?edition=${id}` : '');
  };

  const declare = () => {
    if (!selectedPlan) return window.alert(t('plans.selectPlan'));
    if (!link) return window.alert(t(error ? 'plans.linkFailed' : 'plans.linkLoading'));
    if (!token) return navigate(to('/login'), { state: { from: `${to('/payment')}?${search}` } });
    if (refuse(checkDetails(details, offers.asks_state))) return;
    if (!window.confirm(t('plans.confirmPaid'))) return;
    const { plan, reference, amount_minor } = link;
    const { utr, state, pin } = details;
    void submit(
      async () => {
        const own = await callApi(planCalls.declare, {
          body: { plan, reference, amount_minor, utr: utr.trim(), ...(offers.asks_state && { state, pin }) },
        });
        deletePaymentLink(plan);
        deletePaymentDetails();
        usePlan.getState().mirror(own);
        toast({ kind: 'success', text: own.isPaid ? 'plans.thankYou' : 'plans.waitForConfirmation' });
        navigate(backTo());
      },
      (error) => {
        if (error.fields.reference) deletePaymentLink(plan);
        toastFailure(error, 'plans.declareFailed');
      },
    );
  };

  const field = (name: keyof PaymentDetails) => ({
    name,
    value: details[name],
    error: errors[name],
    onChange({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) {
      setDetails({ ...details, [name]: target.value });
      clear(name);
    },
  });
  return (
    <Form className="mt-8 grid max-w-md gap-5" onSubmit={declare} failure={failure}>
      <TextField
        label={t('plans.utr')}
        {...field('utr')}
        inputMode="numeric"
        maxLength={12}
        hint={t('plans.utrHint')}
      />
      {offers.asks_state && (
        <div className="grid grid-cols-2 gap-4">
          <SelectField label={t('plans.buyerState')} {...field('state')} lang="en">
            <option value=""></option>
            {stateNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
          <TextField label={t('plans.pin')} {...field('pin')} inputMode="numeric" />
        </div>
      )}
      <Button type="submit" disabled={busy}>
        {busy ? t('plans.submitting') : t('plans.havePaid')}
      </Button>
      <p className="text-sm text-soft">
        {t(`plans.policy_${own?.policy ?? offers.policy}`, { hours: offers.grace_hours })}
      </p>
    </Form>
  );
}
