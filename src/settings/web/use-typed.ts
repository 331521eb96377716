import { useState } from 'react';
import { z } from 'zod';
import { useSavedDraft } from '#src/client/saved-draft.ts';
import type { SettingView } from '../settings.contract.ts';

// By key: what is typed, and the value that it replaces, by which the server detects another admin's change.
const Typed = z.record(z.string(), z.object({ text: z.string(), base: z.union([z.string(), z.number()]) }));
type Typed = z.infer<typeof Typed>;

/** The settings that are being changed; saved in this browser until they are stored or discarded. */
export function useTyped() {
  const { draft, keep, discard } = useSavedDraft<unknown>('settings');
  const [{ typed, read }, setState] = useState<{ typed: Typed; read: unknown }>({ typed: {}, read: null });
  if (draft !== read) setState({ typed: Typed.safeParse(draft).data ?? {}, read: draft });
  const set = (typed: Typed) => {
    setState({ typed, read });
    keep(typed);
  };
  return {
    typed,
    type: ({ key, value }: SettingView, text: string) =>
      set({ ...typed, [key]: { text, base: typed[key]?.base ?? value } }),
    /** Accepts that these values are replaced. */
    rebase(current: Record<string, string | number>) {
      const replaced = Object.entries(current).flatMap(([key, base]) =>
        typed[key] ? [[key, { ...typed[key], base }] as const] : [],
      );
      set({ ...typed, ...Object.fromEntries(replaced) });
    },
    discard() {
      discard();
      setState({ typed: {}, read });
    },
  };
}
