import type { TextKey } from '#src/messages/catalogue.ts';
import type { Article } from '../submissions.contract.ts';
import { type State, stateOf } from '../submissions.rules.ts';

/** What a state is called to the newsroom. */
export const reviewStateText = (state: State): TextKey =>
  state === 'awaiting_consent' ? 'review.stateAwaitingConsent' : `submissions.state_${state}`;

/** What the state of a submission is called to the newsroom. */
export const stateText = (article: Article): TextKey => reviewStateText(stateOf(article));
