import type { TextKey } from '#src/messages/catalogue.ts';
import { type State, stateOf } from '#src/submissions/submission/submission-states.rules.ts';
import type { SubmissionView } from '#src/submissions/submission/submissions.contract.ts';

/** The newsroom's name of a state. */
export const reviewStateText = (state: State): TextKey =>
  state === 'awaiting_consent' ? 'review.stateAwaitingConsent' : `submissions.state_${state}`;

/** The newsroom's name of a submission's state. */
export const stateText = (article: SubmissionView): TextKey => reviewStateText(stateOf(article));
