import { useEffect, useState } from 'react';
import { localKept } from '#src/client/storage.ts';

const key = 'reader-low-data';

/** Whether the reader has chosen to save data here, or else his system asks for it. */
export function wantsLowData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }; // not in every browser, nor in the types
  const chosen = localKept().getItem(key);
  return chosen === null ? connection?.saveData === true : chosen === 'on';
}

/** Whether pages come small; undefined until the browser has been asked. */
export function useLowData(): [on: boolean | undefined, choose: (on: boolean) => void] {
  const [on, setOn] = useState<boolean>();
  // Both are known in the browser only.
  useEffect(() => setOn(wantsLowData()), []);
  const choose = (next: boolean) => {
    localKept().setItem(key, next ? 'on' : 'off');
    setOn(next);
  };
  return [on, choose];
}
