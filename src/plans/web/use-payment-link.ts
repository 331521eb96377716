import { useEffect, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import type { Offers, PaymentLink } from '../plans.contract.ts';
import type { PlanName } from '../plans.rules.ts';
import { loadPaymentLink } from './payment-link-storage.ts';

type Loaded = Partial<Record<PlanName, PaymentLink | ApiError>>;

export interface PaymentLinkState {
  /** The link of the selected plan; late responses for another plan are ignored. */
  link: PaymentLink | null;
  /** Set if the request has failed. */
  error: ApiError | null;
  retry(): void;
}

/** Loads the payment link of the selected plan; `retry` repeats the request. */
export function usePaymentLink(plan: PlanName | null, offers: Offers): PaymentLinkState {
  const [loaded, setLoaded] = useState<Loaded>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the request
  useEffect(() => {
    if (!plan) return;
    const setOutcome = (outcome: PaymentLink | ApiError | undefined) =>
      setLoaded((now) => ({ ...now, [plan]: outcome }));
    setOutcome(undefined);
    loadPaymentLink(plan, offers).then(setOutcome, (error) => {
      if (!(error instanceof ApiError)) throw error;
      setOutcome(error);
    });
  }, [plan, offers, attempt]);
  const found = plan ? loaded[plan] : undefined;
  const error = found instanceof ApiError ? found : null;
  return {
    link: error ? null : ((found as PaymentLink | undefined) ?? null),
    error,
    retry: () => setAttempt((n) => n + 1),
  };
}
