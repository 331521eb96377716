import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useSavedDraft } from '#src/client/saved-draft.ts';
import { Choice, PrintText, type Proposal, Space } from '../compose.contract.ts';
import type { EditionPlan, PlanHead } from '../edition-plans.contract.ts';

const Arranged = z.object({
  choices: z.array(Choice),
  spaces: z.array(Space).default([]),
  prints: z.array(PrintText).default([]),
  letters: z.boolean().default(false),
  title: z.string(),
  issueDate: z.string(),
});
type Arranged = z.infer<typeof Arranged>;

const Saved = Arranged.extend({
  // The stories at that time: those that were published since are added instead of left out.
  known: z.array(z.number()),
  /** Version of the plan on which it is based. */
  version: z.number().optional(),
});

const copyOf = (name: string) => `compose:${name}`;

/** The name of a plan's copy in the browser. */
export const planCopy = (id: number): string => `plan ${id}`;

/**
 * What the editor has made of a proposal or of a saved plan: its stories, their order and weight, the page plan and the
 * details. Saved in this browser under `name`, so that it survives a reload and the end of a session.
 */
export function useArrangement(name: string, { to, title, stories }: Proposal, plan: EditionPlan | undefined) {
  const choices = stories.map(({ id, weight }) => ({ id, weight }));
  const bare: Arranged = { choices, title, issueDate: to, spaces: [], prints: [], letters: false };
  const proposed = plan ? restore({ ...plan, issueDate: plan.issue_date }, bare) : bare;
  const { draft, keep, discard, moveTo } = useSavedDraft<unknown>(copyOf(name));
  const first = { now: proposed, version: plan?.version, restored: false, read: null as unknown };
  const [state, setState] = useState(first);
  // The current state, for use after a request has been answered.
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  if (draft !== state.read) {
    const saved = Saved.safeParse(draft).data; // undefined if another release wrote it in another format
    // A copy of an older version of the plan is saved as that, so that a colleague's later one is not overwritten.
    const version = plan && (saved ? (saved.version ?? 1) : plan.version);
    setState({ now: saved ? restore(saved, proposed) : proposed, version, restored: saved !== undefined, read: draft });
  }
  const known = stories.map(({ id }) => id);
  const isUnchanged = () => latest.current.now === state.now;
  return {
    ...state.now,
    version: state.version,
    restored: state.restored,
    change(part: Partial<Arranged>) {
      const now = { ...state.now, ...part };
      setState({ ...state, now });
      keep({ ...now, known, version: state.version });
    },
    /** Returns to the proposal. */
    reset() {
      discard();
      setState({ ...state, now: proposed, version: plan?.version, restored: false });
    },
    /** Called once this arrangement is published: what was changed since stays saved. */
    published() {
      if (isUnchanged()) discard();
      setState((now) => ({ ...now, restored: false }));
    },
    /** Called once this arrangement is saved as a plan: what was changed since stays, and is saved as a change of it. */
    saved({ id, version }: PlanHead) {
      const since = { ...latest.current.now, known, version };
      if (isUnchanged()) discard();
      else if (planCopy(id) === name) keep(since);
      else moveTo(copyOf(planCopy(id)), since);
      setState((now) => ({ ...now, version, restored: false }));
    },
  };
}

export type Arrangement = ReturnType<typeof useArrangement>;

function restore(
  { known, choices, spaces, prints, letters, title, issueDate }: Omit<z.infer<typeof Saved>, 'version'>,
  proposed: Arranged,
): Arranged {
  const kept = choices.filter(({ id }) => proposed.choices.some((choice) => choice.id === id));
  const added = proposed.choices.filter(({ id }) => !known.includes(id));
  return { spaces, prints, letters, title, issueDate, choices: [...kept, ...added] };
}
