import type { twoStepCalls } from '#src/accounts/users/sessions.contract.ts';
import type { Reply } from '#src/calls/call.ts';

export type TwoStep = Reply<typeof twoStepCalls.state>;

/** Props of the section's parts. */
export interface TwoStepPart {
  state: TwoStep;
  /** Shows new recovery codes, which are displayed only once, and refetches the state. */
  changed(recoveryCodes?: string[]): Promise<void>;
  /** Shows a toast with the reason why a call failed. */
  failed(error: unknown): void;
}
