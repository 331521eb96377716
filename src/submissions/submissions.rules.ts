// The life of a submission stands in one table: which step is possible in which state, to whom, where it leads and
// what mail it sends. The service, the buttons of the pages, the mails and the tests read this table and nothing else.

/**
 * Begins as `pending`, of a minor as `awaiting_consent`, in which nobody but its author opens or reviews it; a work
 * that was withdrawn or deleted is hidden from everyone; only its state remains.
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

/** What the API calls a work's status: one that waits for consent is `pending` there, with a separate field. */
export type Status = Exclude<State, 'awaiting_consent'>;
export const statuses = states.filter((state): state is Status => state !== 'awaiting_consent');

/** The state of a work as the API shows it. */
export const stateOf = ({ status, awaiting_consent }: { status: Status; awaiting_consent: boolean }): State =>
  awaiting_consent ? 'awaiting_consent' : status;

/** Who can make a step: the author, his guardian, an editor or admin, or a job of the site. */
export type Side = 'author' | 'guardian' | 'newsroom' | 'site';

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

/** What the author is told; the texts are `mails.submission…` of the catalogue. */
export type Told =
  | 'AwaitsConsent'
  | 'Expired'
  | 'Received'
  | 'InReview'
  | 'Changes'
  | 'Revised'
  | 'Approved'
  | 'Rejected'
  | 'Withdrawn'
  | 'Deleted';

interface Step {
  action: Action;
  by: Side;
  /** Empty for the beginning. */
  from: readonly State[];
  to: State;
  /** Null where nobody is there to be told. */
  tells: Told | null;
}

/** Still waiting for a decision. */
export const undecided: readonly State[] = ['pending', 'in_review', 'changes_requested'];

/** Gone: kept only as a tombstone without the author's data. */
export const removed: readonly State[] = ['withdrawn', 'deleted'];

/** States that the API's `decision` names. */
export const decisions = ['approved', 'rejected'] as const;
export type Decision = (typeof decisions)[number];

export const life: readonly Step[] = [
  { action: 'submit', by: 'author', from: [], to: 'pending', tells: 'Received' },
  { action: 'submit_for_consent', by: 'author', from: [], to: 'awaiting_consent', tells: 'AwaitsConsent' },
  // The guardian has agreed, or the author has come of age.
  { action: 'consent', by: 'guardian', from: ['awaiting_consent'], to: 'pending', tells: 'Received' },
  // No guardian has agreed in time.
  { action: 'expire', by: 'site', from: ['awaiting_consent'], to: 'deleted', tells: 'Expired' },
  { action: 'start_review', by: 'newsroom', from: ['pending'], to: 'in_review', tells: 'InReview' },
  { action: 'ask_changes', by: 'newsroom', from: ['pending', 'in_review'], to: 'changes_requested', tells: 'Changes' },
  { action: 'revise', by: 'author', from: ['changes_requested'], to: 'pending', tells: 'Revised' },
  { action: 'approve', by: 'newsroom', from: [...undecided, 'rejected'], to: 'approved', tells: 'Approved' },
  { action: 'reject', by: 'newsroom', from: [...undecided, 'approved'], to: 'rejected', tells: 'Rejected' },
  { action: 'withdraw', by: 'author', from: ['awaiting_consent', 'pending'], to: 'withdrawn', tells: 'Withdrawn' },
  // His account is deleted; what is published stays.
  { action: 'leave', by: 'author', from: ['awaiting_consent', ...undecided, 'rejected'], to: 'withdrawn', tells: null },
  {
    action: 'delete',
    by: 'newsroom',
    from: ['awaiting_consent', ...undecided, ...decisions],
    to: 'deleted',
    tells: 'Deleted',
  },
];

/** The first transition of a work. */
export const beginning = (needsConsent: boolean): Step =>
  life.find(({ action }) => action === (needsConsent ? 'submit_for_consent' : 'submit')) as Step; // the table has both

export const actionOf: Record<Decision, Action> = { approved: 'approve', rejected: 'reject' };

export type Outcome = { step: Step } | { no: 'already' | 'not_now' };

/** What a step would do now: the step, or why not. `already` means that the work is where the step leads. */
export function tryStep(state: State, action: Action, by: Side): Outcome {
  const step = life.find((entry) => entry.action === action && entry.by === by);
  if (step?.from.includes(state)) return { step };
  return { no: step?.to === state ? 'already' : 'not_now' };
}

export const can = (state: State, action: Action, by: Side): boolean => 'step' in tryStep(state, action, by);

/** Why a work was turned down, in the words of the newsroom; more than one may hold. */
export const rejectionReasons = ['bonafide', 'scope', 'originality', 'method', 'language', 'form'] as const;
export type RejectionReason = (typeof rejectionReasons)[number];
