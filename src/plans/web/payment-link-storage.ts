import { callApi } from '#src/client/api.ts';
import { sessionStore } from '#src/client/storage.ts';
import { type Offers, type PaymentLink, planCalls } from '../plans.contract.ts';
import { isCurrentLink, type PlanName } from '../plans.rules.ts';

const keyOf = (plan: PlanName) => `payment-link-${plan}`;

/**
 * The payment link of a plan. Stored in sessionStorage until the payment is declared, so that a reader who logs in
 * after paying gets the same reference. A stored link with an outdated price or payee is replaced.
 */
export async function loadPaymentLink(plan: PlanName, { plans, upi_id, payee }: Offers): Promise<PaymentLink> {
  const stored: PaymentLink | null = JSON.parse(sessionStore().getItem(keyOf(plan)) ?? 'null');
  const amountMinor = plans.find((offer) => offer.plan === plan)?.amount_minor;
  if (stored && isCurrentLink(stored.upi_link, { payeeId: upi_id, payeeName: payee, amountMinor })) return stored;
  const link = await callApi(planCalls.link, { query: { plan } });
  sessionStore().setItem(keyOf(plan), JSON.stringify(link));
  return link;
}

export const deletePaymentLink = (plan: PlanName): void => sessionStore().removeItem(keyOf(plan));
