import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { pagePath } from '#src/client/paths.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { revalidateOnNavigation } from '#src/ui/revalidating.ts';
import { type PlanName, planNames } from '../plans.rules.ts';
import { getOffers } from '../server/plans.service.ts';
import type { Route } from './+types/payment-page';
import { loadMyPlan } from './load-my-plan.ts';
import { MyPayments, NewestPayment } from './my-payments.tsx';
import { PayBox } from './pay-box.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { usePlan } from './plan-store.ts';
import { usePaymentLink } from './use-payment-link.ts';

export const handle = { texts: ['plans', 'lengthenings', 'errors'] };

export const loader = pageLoader(async (ctx) => getOffers(ctx));

export const shouldRevalidate = revalidateOnNavigation;

export default function PaymentPage({ loaderData: offers }: Route.ComponentProps) {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const token = useSession(({ user }) => user.token);
  const { selectedPlan, select } = usePlan();

  // The selected plan is in the URL, so that it survives the login.
  const planInUrl = planNames.find((name) => name === search.get('plan')) ?? null;
  useEffect(() => select(planInUrl), [planInUrl, select]);
  const payment = usePaymentLink(selectedPlan, offers);
  const choose = (plan: PlanName) =>
    setSearch(
      (now) => {
        now.set('plan', plan);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );

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
      {payment.error ? (
        <LoadFailure
          className="mt-8"
          sentence={t('plans.linkFailed')}
          call={{ error: payment.error, isFetching: false, refetch: payment.retry }}
        />
      ) : (
        <PayBox offers={offers} link={payment.link} loading={selectedPlan !== null} />
      )}
      <PaymentForm offers={offers} plan={selectedPlan} payment={payment} />
      {token && <MyPayments onChange={loadMyPlan} />}
    </div>
  );
}
