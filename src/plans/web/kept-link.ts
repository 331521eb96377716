import { callApi } from '#src/client/api.ts';
import { tabKept } from '#src/client/storage.ts';
import { type Offers, type PaymentLink, planCalls } from '../plans.contract.ts';
import { isLinkOf, type PlanName } from '../plans.rules.ts';

const keyOf = (plan: PlanName) => `payment-link-${plan}`;

/**
 * The link for a plan. It is kept for this tab until its payment is declared: whoever pays and then has to log in must
 * come back to the same reference. One that asks for another price, or pays somebody else, than is offered now is not.
 */
export async function linkFor(plan: PlanName, { plans, upi_id, payee }: Offers): Promise<PaymentLink> {
  const kept: PaymentLink | null = JSON.parse(tabKept().getItem(keyOf(plan)) ?? 'null');
  const amountMinor = plans.find((offer) => offer.plan === plan)?.amount_minor;
  if (kept && isLinkOf(kept.upi_link, { payeeId: upi_id, payeeName: payee, amountMinor })) return kept;
  const link = await callApi(planCalls.link, { query: { plan } });
  tabKept().setItem(keyOf(plan), JSON.stringify(link));
  return link;
}

export const forgetLink = (plan: PlanName): void => tabKept().removeItem(keyOf(plan));
