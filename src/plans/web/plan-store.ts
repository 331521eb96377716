import { create } from 'zustand';
import type { MyPlan } from '../plans.contract.ts';
import type { PlanName } from '../plans.rules.ts';

interface PlanState {
  /** Selected on the payment page; stored only here and in that page's URL. */
  selectedPlan: PlanName | null;
  /** Cached from the server, reloaded when the app starts. */
  isPaid: boolean;
  own: MyPlan | null;
  select(plan: PlanName | null): void;
  mirror(own: MyPlan | null): void;
}

export const usePlan = create<PlanState>()((set) => ({
  selectedPlan: null,
  isPaid: false,
  own: null,
  select: (selectedPlan) => set({ selectedPlan }),
  mirror: (own) => set({ own, isPaid: own?.isPaid ?? false }),
}));
