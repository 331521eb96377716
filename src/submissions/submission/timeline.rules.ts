// The timeline of a submission for its author: received, in review, decided.
import { type Action, isByNewsroom, type State } from './submission-states.rules.ts';

interface SentMessage {
  action: string;
  to: State;
  note: string;
  reasons: readonly unknown[];
}

/** The last message of the newsroom to the author about the current state. */
export const editorsMessage = <Entry extends SentMessage>(history: readonly Entry[], state: State): Entry | undefined =>
  history.findLast(
    ({ action, to, note, reasons }) => to === state && isByNewsroom(action) && (note !== '' || reasons.length > 0),
  );

/** A step of the timeline; `at` is null for a future step. */
export interface TimelineStep {
  name: 'awaiting_consent' | 'received' | 'in_review' | 'changes_requested' | 'decided' | 'approved' | 'rejected';
  at: string | null;
  /** Whether this is the current state. */
  current: boolean;
}

/** The fields of a history entry that the timeline needs. */
export interface HappenedStep {
  at: string;
  action: string;
}

/** The timeline of a submission; `history` is oldest first. */
export function timelineOf(history: readonly HappenedStep[], state: State): TimelineStep[] {
  const last = (...actions: Action[]) => history.findLast(({ action }) => actions.some((one) => one === action))?.at;
  const decided = state === 'approved' || state === 'rejected';
  const waits = state === 'awaiting_consent';
  const received = waits ? undefined : last('submit', 'consent', 'revise');
  const steps: TimelineStep[] = [{ name: 'received', at: received ?? null, current: state === 'pending' }];
  if (waits) steps.unshift({ name: 'awaiting_consent', at: last('submit_for_consent') ?? null, current: true });
  // A new version awaits a new review; a submission that was decided without a review skips this step.
  const reviewed = state === 'pending' ? undefined : last('start_review');
  if (reviewed || waits || state === 'pending')
    steps.push({ name: 'in_review', at: reviewed ?? null, current: state === 'in_review' });
  if (state === 'changes_requested')
    steps.push({ name: 'changes_requested', at: last('ask_changes') ?? null, current: true });
  // The latest decision counts.
  const decision = decided ? (last('approve', 'reject') ?? null) : null;
  steps.push({ name: decided ? state : 'decided', at: decision, current: decided });
  return steps;
}
