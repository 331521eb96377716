import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { pagePath, usePaths } from '#src/client/paths.ts';
import { useSession } from '#src/client/session.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { revalidateOnNavigation } from '#src/ui/revalidating.ts';
import { planCalls } from '../plans.contract.ts';
import { type PlanName, planNames } from '../plans.rules.ts';
import { getOffers } from '../server/plans.service.ts';
import { checkDetails, stateNames } from '../states.rules.ts';
import type { Route } from './+types/payment-page';
import { loadMyPlan } from './load-my-plan.ts';
import { MyPayments, NewestPayment } from './my-payments.tsx';
import { PayBox } from './pay-box.tsx';
import { deletePaymentDetails, usePaymentDetails } from './payment-details.ts';
import { deletePaymentLink } from './payment-link-storage.ts';
import { PlanChoice } from './plan-choice.tsx';
import { usePlan } from './plan-store.ts';
import { usePaymentLink } from './use-payment-link.ts';

export const handle = { texts: ['plans', 'lengthenings', 'errors'] };

export const loader = pageLoader(async (ctx) => getOffers(ctx));

export const shouldRevalidate = revalidateOnNavigation;

export default function PaymentPage({ loaderData: offers }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const token = useSession(({ user }) => user.token);
  const { selectedPlan, select, own } = usePlan();
  const { busy, errors, failure, submit, setErrors, clear } = useSubmission();
  const [details, setDetails] = usePaymentDetails();
  const { utr, state, pin } = details;
  const edition = search.get('edition');

  // The selected plan is in the URL, so that it survives the login.
  const planInUrl = planNames.find((name) => name === search.get('plan')) ?? null;
  useEffect(() => select(planInUrl), [planInUrl, select]);
  const { link, error: linkError, retry } = usePaymentLink(selectedPlan, offers);

  const choose = (plan: PlanName) =>
    setSearch(
      (now) => {
        now.set('plan', plan);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );

  // URL of the page of the edition that required a plan, of the edition in the library, or of the library.
  const backTo = () => {
    const [id, page] = [edition, search.get('page')].map((text) => (/^\d{1,9}$/.test(text ?? '') ? text : undefined));
    if (id && page) return `${to('/e-paper/:id', { id })}?page=${page}`;
    return to('/e-paper') + (id ? `?edition=${id}` : '');
  };

  const declare = () => {
    if (!selectedPlan) return window.alert(t('plans.selectPlan'));
    if (!link) return window.alert(t(linkError ? 'plans.linkFailed' : 'plans.linkLoading'));
    if (!token) return navigate(to('/login'), { state: { from: `${to('/payment')}?${search}` } });
    const found = Object.entries(checkDetails(details, offers.asks_state)).map(([field, { key }]) => [field, t(key)]);
    if (found.length) return setErrors(Object.fromEntries(found));
    if (!window.confirm(t('plans.confirmPaid'))) return;
    const { plan, reference, amount_minor } = link;
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

  return (
    <div className="page py-10">
      <PageTitle>{t('plans.title')}</PageTitle>
      <PageHead
        title={t('plans.title')}
        description={t('plans.lead')}
        at={(language) => pagePath(language, '/payment')}
      />
      <h1 className="font-extrabold text-4xl md:text-5xl">{t('plans.title')}</h1>
      <p className="mt-3 max-w-prose font-serif text-xl">{t('plans.lead')}</p>
      <NewestPayment />
      <PlanChoice offers={offers} selected={selectedPlan} onChoose={choose} />
      {linkError ? (
        <LoadFailure
          className="mt-8"
          sentence={t('plans.linkFailed')}
          call={{ error: linkError, isFetching: false, refetch: retry }}
        />
      ) : (
        <PayBox offers={offers} link={link} loading={selectedPlan !== null} />
      )}
      <Form className="mt-8 grid max-w-md gap-5" onSubmit={declare} failure={failure}>
        <TextField
          label={t('plans.utr')}
          name="utr"
          inputMode="numeric"
          maxLength={12}
          value={utr}
          error={errors.utr}
          hint={t('plans.utrHint')}
          onChange={(event) => {
            setDetails({ ...details, utr: event.target.value });
            clear('utr');
          }}
        />
        {offers.asks_state && (
          <div className="grid grid-cols-2 gap-4">
            <SelectField
              label={t('plans.buyerState')}
              name="state"
              value={state}
              error={errors.state}
              lang="en"
              onChange={(event) => {
                setDetails({ ...details, state: event.target.value });
                clear('state');
              }}
            >
              <option value=""></option>
              {stateNames.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </SelectField>
            <TextField
              label={t('plans.pin')}
              inputMode="numeric"
              name="pin"
              value={pin}
              error={errors.pin}
              onChange={(event) => {
                setDetails({ ...details, pin: event.target.value });
                clear('pin');
              }}
            />
          </div>
        )}
        <Button type="submit" disabled={busy}>
          {busy ? t('plans.submitting') : t('plans.havePaid')}
        </Button>
        <p className="text-sm text-soft">
          {t(`plans.policy_${own?.policy ?? offers.policy}`, { hours: offers.grace_hours })}
        </p>
      </Form>
      {token && <MyPayments onChange={loadMyPlan} />}
    </div>
  );
}
