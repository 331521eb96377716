import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { planCalls } from '../plans.contract.ts';
import { usePlan } from './plan-store.ts';

/** Asks the server what the reader's payments open; without an answer the mirror stays as it is. */
export async function readOwnPlan(): Promise<void> {
  try {
    usePlan.getState().mirror(await callApi(planCalls.own));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
