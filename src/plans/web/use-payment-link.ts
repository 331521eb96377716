import { useEffect, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import type { Offers, PaymentLink } from '../plans.contract.ts';
import type { PlanName } from '../plans.rules.ts';
import { linkFor } from './kept-link.ts';

type Loaded = Partial<Record<PlanName, PaymentLink | ApiError>>;

interface PaymentLinkState {
  /** Of the plan that is chosen, and never of another, whose answer may come later. */
  link: PaymentLink | null;
  /** Why there is none, once that is known. */
  error: ApiError | null;
  retry(): void;
}

/** The payment link of the chosen plan; it is asked for when a plan is chosen, and again by `retry`. */
export function usePaymentLink(plan: PlanName | null, offers: Offers): PaymentLinkState {
  const [loaded, setLoaded] = useState<Loaded>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the request
  useEffect(() => {
    if (!plan) return;
    const note = (outcome: PaymentLink | ApiError | undefined) => setLoaded((now) => ({ ...now, [plan]: outcome }));
    note(undefined);
    linkFor(plan, offers).then(note, (error) => {
      if (!(error instanceof ApiError)) throw error;
      note(error);
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
