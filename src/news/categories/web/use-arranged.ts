import { useState } from 'react';

/** A list in an order that is local until it is saved. */
export interface Arranged<T> {
  entries: readonly T[];
  changed: boolean;
  /** Moves an entry one place up or down; does nothing at either end. */
  step(id: number, step: -1 | 1): void;
  reset(): void;
}

export function useArranged<T extends { id: number }>(loaded: readonly T[]): Arranged<T> {
  const [order, setOrder] = useState<number[] | null>(null);
  const found = order?.flatMap((id) => loaded.find((entry) => entry.id === id) ?? []);
  // An entry that was added or removed meanwhile voids the arrangement.
  const entries = found && found.length === loaded.length ? found : loaded;
  return {
    entries,
    changed: entries.some((entry, place) => entry !== loaded[place]),
    step(id, step) {
      const ids = entries.map((entry) => entry.id);
      const from = ids.indexOf(id);
      const to = from + step;
      if (to >= 0 && to < ids.length) setOrder(ids.toSpliced(from, 1).toSpliced(to, 0, id));
    },
    reset: () => setOrder(null),
  };
}
