import { z } from 'zod';
import { useSavedForm } from '#src/client/saved-draft.ts';
import type { SettingView } from '../settings.contract.ts';

// By key: what is typed, and the value that it replaces, by which the server detects another admin's change.
const Typed = z.record(z.string(), z.object({ text: z.string(), base: z.union([z.string(), z.number()]) }));
type Typed = z.infer<typeof Typed>;

/** The settings that are being changed; saved in this browser until they are stored or discarded. */
export function useTyped() {
  const { typed = {}, change, discard } = useSavedForm<Typed>('settings', (draft) => Typed.safeParse(draft).data);
  return {
    typed,
    type: ({ key, value }: SettingView, text: string) =>
      change({ ...typed, [key]: { text, base: typed[key]?.base ?? value } }),
    /** Accepts that these values are replaced. */
    rebase(current: Record<string, string | number>) {
      const replaced = Object.entries(current).flatMap(([key, base]) =>
        typed[key] ? [[key, { ...typed[key], base }] as const] : [],
      );
      change({ ...typed, ...Object.fromEntries(replaced) });
    },
    discard,
  };
}
