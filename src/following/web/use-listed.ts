import { useState } from 'react';
import type { DeviceMark } from '#src/client/reader-lists.ts';
import { useReaderLists } from '#src/client/use-reader-lists.ts';
import type { MarkKind } from '#src/rules/reader-lists.rules.ts';

export interface ListedMark extends DeviceMark {
  key: string;
  kind: MarkKind;
  id: number;
}

/** The marks of some kinds, newest first. One that is removed here stays until the page is left, to be restored. */
export function useListed(kinds: readonly MarkKind[]): ListedMark[] {
  const marks = useReaderLists((reading) => reading.marks);
  const [listed] = useState(() => new Set<string>());
  const [openedAt] = useState(Date.now);
  const ofKinds = Object.entries(marks)
    .map(([key, mark]): ListedMark => {
      const [kind, id] = key.split(':');
      return { ...mark, key, kind: kind as MarkKind /* by markKey */, id: Number(id) };
    })
    .filter(({ kind }) => kinds.includes(kind));
  for (const { key, removed } of ofKinds.toSorted((one, other) => other.at - one.at)) if (!removed) listed.add(key);
  const byKey = new Map(ofKinds.map((mark) => [mark.key, mark]));
  return [...listed].flatMap((key) => byKey.get(key) ?? []).filter(({ removed, at }) => !removed || at >= openedAt);
}
