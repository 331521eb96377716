// The state machine of submissions as one table: which transition is possible from which state, for whom, its target
// state and its mail. The service, the buttons of the pages, the mails and the tests all read this table.

/**
 * The initial state is `pending`, or `awaiting_consent` for a minor's submission, which only its author can open. A
 * `withdrawn` or `deleted` submission is hidden from everyone; only its tombstone remains.
 */
export const states = [
  'awaiting_consent',
  'pending',
  'in_review',
  'changes_requested',
  'approved',
  'rejected',
  'withdrawn',
  'deleted',
] as const;
export type State = (typeof states)[number];

/** The status in the API: `awaiting_consent` appears as `pending`, with a separate field. */
export type Status = Exclude<State, 'awaiting_consent'>;
export const statuses = states.filter((state): state is Status => state !== 'awaiting_consent');

/** The state of a submission from its API fields. */
export const stateOf = ({ status, awaiting_consent }: { status: Status; awaiting_consent: boolean }): State =>
  awaiting_consent ? 'awaiting_consent' : status;

/** Who can make a transition: the author, his guardian, an editor or admin, or a job of the site. */
export type TransitionActor = 'author' | 'guardian' | 'newsroom' | 'site';

export type Action =
  | 'submit'
  | 'submit_for_consent'
  | 'consent'
  | 'expire'
  | 'start_review'
  | 'ask_changes'
  | 'revise'
  | 'approve'
  | 'reject'
  | 'withdraw'
  | 'leave'
  | 'delete';

/** Notifications to the author; their texts are the `mails.submission…` messages. */
export type Notification =
  | 'AwaitsConsent'
  | 'Expired'
  | 'Received'
  | 'InReview'
  | 'Changes'
  | 'Revised'
  | 'Approved'
  | 'Rejected'
  | 'Withdrawn'
  | 'Deleted'
  | 'Described';

interface TransitionRule {
  action: Action;
  by: TransitionActor;
  /** Empty for initial transitions. */
  from: readonly State[];
  to: State;
  /** Null if there is nobody to notify. */
  notification: Notification | null;
}

/** Still waiting for a decision. */
export const undecidedStates: readonly State[] = ['pending', 'in_review', 'changes_requested'];

/** Tombstones without the author's data. */
export const removedStates: readonly State[] = ['withdrawn', 'deleted'];

/** Values of the API's `decision`. */
export const decisions = ['approved', 'rejected'] as const;
export type Decision = (typeof decisions)[number];

export const transitions: readonly TransitionRule[] = [
  { action: 'submit', by: 'author', from: [], to: 'pending', notification: 'Received' },
  { action: 'submit_for_consent', by: 'author', from: [], to: 'awaiting_consent', notification: 'AwaitsConsent' },
  // The guardian has consented, or the author has come of age.
  { action: 'consent', by: 'guardian', from: ['awaiting_consent'], to: 'pending', notification: 'Received' },
  // No guardian has consented in time.
  { action: 'expire', by: 'site', from: ['awaiting_consent'], to: 'deleted', notification: 'Expired' },
  { action: 'start_review', by: 'newsroom', from: ['pending'], to: 'in_review', notification: 'InReview' },
  {
    action: 'ask_changes',
    by: 'newsroom',
    from: ['pending', 'in_review'],
    to: 'changes_requested',
    notification: 'Changes',
  },
  { action: 'revise', by: 'author', from: ['changes_requested'], to: 'pending', notification: 'Revised' },
  {
    action: 'approve',
    by: 'newsroom',
    from: [...undecidedStates, 'rejected'],
    to: 'approved',
    notification: 'Approved',
  },
  {
    action: 'reject',
    by: 'newsroom',
    from: [...undecidedStates, 'approved'],
    to: 'rejected',
    notification: 'Rejected',
  },
  {
    action: 'withdraw',
    by: 'author',
    from: ['awaiting_consent', 'pending'],
    to: 'withdrawn',
    notification: 'Withdrawn',
  },
  // The author's account is deleted; published essays stay.
  {
    action: 'leave',
    by: 'author',
    from: ['awaiting_consent', ...undecidedStates, 'rejected'],
    to: 'withdrawn',
    notification: null,
  },
  {
    action: 'delete',
    by: 'newsroom',
    from: ['awaiting_consent', ...undecidedStates, ...decisions],
    to: 'deleted',
    notification: 'Deleted',
  },
];

/** The initial transition of a submission. */
export const initialTransition = (needsConsent: boolean): TransitionRule =>
  transitions.find(({ action }) => action === (needsConsent ? 'submit_for_consent' : 'submit')) as TransitionRule; // the table has both

export const actionOf: Record<Decision, Action> = { approved: 'approve', rejected: 'reject' };

export type TransitionResult = { step: TransitionRule } | { no: 'already' | 'not_now' };

/** The transition for an action, or why it is impossible. `already`: the submission is already in the target state. */
export function transitionOf(state: State, action: Action, by: TransitionActor): TransitionResult {
  const step = transitions.find((entry) => entry.action === action && entry.by === by);
  if (step?.from.includes(state)) return { step };
  return { no: step?.to === state ? 'already' : 'not_now' };
}

export const canTransition = (state: State, action: Action, by: TransitionActor): boolean =>
  'step' in transitionOf(state, action, by);

/**
 * The change of title and abstract that a user can make: `describe` before the publication, `correct` after it, which
 * needs a note that readers see. Undefined if he can make none. An approved submission counts as published.
 */
export function descriptionChangeOf(
  { state, published }: { state: State; published: boolean },
  by: 'author' | 'newsroom',
): 'describe' | 'correct' | undefined {
  if (removedStates.includes(state)) return undefined;
  if (published || state === 'approved') return by === 'newsroom' ? 'correct' : undefined;
  return by === 'newsroom' && state === 'awaiting_consent' ? undefined : 'describe';
}

/** Whether the newsroom makes this entry of the history; an author's `describe` has no note. */
export const isByNewsroom = (action: string): boolean =>
  action === 'describe' ||
  action === 'correct' ||
  transitions.some((transition) => transition.action === action && transition.by === 'newsroom');

/** Reasons for a rejection; several may apply. */
export const rejectionReasons = ['bonafide', 'scope', 'originality', 'method', 'language', 'form'] as const;
export type RejectionReason = (typeof rejectionReasons)[number];
