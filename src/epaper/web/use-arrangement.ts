import { useState } from 'react';
import { z } from 'zod';
import { useSavedDraft } from '#src/client/saved-draft.ts';
import { Choice, PrintText, type Proposal, Space } from '../compose.contract.ts';
import type { EditionPlan } from '../edition-plans.contract.ts';

const Arrangement = z.object({
  choices: z.array(Choice),
  spaces: z.array(Space).default([]),
  prints: z.array(PrintText).default([]),
  title: z.string(),
  issueDate: z.string(),
});
type Arrangement = z.infer<typeof Arrangement>;

// Stories that were published since are not known to it, so they are added instead of left out.
const Saved = Arrangement.extend({ known: z.array(z.number()) });

/**
 * What the editor has made of a proposal or of a saved plan: its stories, their order and weight, the page plan and the
 * details. Saved in this browser under `name`, so that it survives a reload and the end of a session.
 */
export function useArrangement(name: string, { to, title, stories }: Proposal, plan: EditionPlan | undefined) {
  const choices = stories.map(({ id, weight }) => ({ id, weight }));
  const bare: Arrangement = { choices, title, issueDate: to, spaces: [], prints: [] };
  const proposed = plan ? restore({ ...plan, issueDate: plan.issue_date }, bare) : bare;
  const { draft, keep, discard } = useSavedDraft<unknown>(`compose:${name}`);
  const [state, setState] = useState({ now: proposed, restored: false, read: null as unknown });
  if (draft !== state.read) {
    const saved = Saved.safeParse(draft).data; // undefined if another release wrote it in another format
    setState({ now: saved ? restore(saved, proposed) : proposed, restored: saved !== undefined, read: draft });
  }
  return {
    ...state.now,
    restored: state.restored,
    change(part: Partial<Arrangement>) {
      const now = { ...state.now, ...part };
      setState({ ...state, now });
      keep({ ...now, known: stories.map(({ id }) => id) });
    },
    /** Returns to the proposal. */
    reset() {
      discard();
      setState({ ...state, now: proposed, restored: false });
    },
    /** Deletes the saved copy, once the newspaper is published. */
    discard() {
      discard();
      setState({ ...state, restored: false });
    },
  };
}

function restore(
  { known, choices, spaces, prints, title, issueDate }: z.infer<typeof Saved>,
  proposed: Arrangement,
): Arrangement {
  const kept = choices.filter(({ id }) => proposed.choices.some((choice) => choice.id === id));
  const added = proposed.choices.filter(({ id }) => !known.includes(id));
  return { spaces, prints, title, issueDate, choices: [...kept, ...added] };
}
