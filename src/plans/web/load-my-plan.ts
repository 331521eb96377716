import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { planCalls } from '../plans.contract.ts';
import { usePlan } from './plan-store.ts';

/** Loads the current user's plan into the store; keeps the old state if the request fails. */
export async function loadMyPlan(): Promise<void> {
  try {
    usePlan.getState().mirror(await callApi(planCalls.own));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
