import { callApi } from '#src/client/api.ts';
import { type PaymentLink, planCalls } from '../plans.contract.ts';
import type { PlanName } from '../plans.rules.ts';

const key = 'payment-link';

/**
 * The link for a plan. It is kept for this tab until its payment is declared: whoever pays and then has to log in must
 * come back to the same reference.
 */
export async function linkFor(plan: PlanName): Promise<PaymentLink> {
  const kept: PaymentLink | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  if (kept?.plan === plan) return kept;
  const link = await callApi(planCalls.link, { query: { plan } });
  sessionStorage.setItem(key, JSON.stringify(link));
  return link;
}

export const forgetLink = (): void => sessionStorage.removeItem(key);
