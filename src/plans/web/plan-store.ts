import { create } from 'zustand';
import type { OwnPlan } from '../plans.contract.ts';
import type { PlanName } from '../plans.rules.ts';

interface PlanState {
  /** Chosen on the payment page; kept nowhere but here and in that page's address. */
  selectedPlan: PlanName | null;
  /** A mirror of what the server says, read again at the start. */
  isPaid: boolean;
  own: OwnPlan | null;
  select(plan: PlanName | null): void;
  mirror(own: OwnPlan | null): void;
}

export const usePlan = create<PlanState>()((set) => ({
  selectedPlan: null,
  isPaid: false,
  own: null,
  select: (selectedPlan) => set({ selectedPlan }),
  mirror: (own) => set({ own, isPaid: own?.isPaid ?? false }),
}));
