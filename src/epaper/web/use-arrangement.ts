import { useState } from 'react';
import { z } from 'zod';
import { useSavedDraft } from '#src/client/saved-draft.ts';
import type { Proposal } from '../compose.contract.ts';
import { weights } from '../compose.rules.ts';

const Arrangement = z.object({
  choices: z.array(z.object({ id: z.number(), weight: z.enum(weights) })),
  title: z.string(),
  issueDate: z.string(),
});
type Arrangement = z.infer<typeof Arrangement>;

// Stories that were published since are not known to it, so they are added instead of left out.
const Saved = Arrangement.extend({ known: z.array(z.number()) });

/**
 * What the editor has made of a proposal: its stories, their order and weight, and the details. Saved in this browser
 * under `name`, so that it survives a reload and the end of a session.
 */
export function useArrangement(name: string, { to, title, stories }: Proposal) {
  const proposed: Arrangement = { choices: stories.map(({ id, weight }) => ({ id, weight })), title, issueDate: to };
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

function restore({ known, choices, ...details }: z.infer<typeof Saved>, proposed: Arrangement): Arrangement {
  const kept = choices.filter(({ id }) => proposed.choices.some((choice) => choice.id === id));
  const added = proposed.choices.filter(({ id }) => !known.includes(id));
  return { ...details, choices: [...kept, ...added] };
}
