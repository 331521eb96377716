import { useEffect, useState } from 'react';
import { localStore } from '#src/client/storage.ts';

const key = 'reader-low-data';

/** Whether low-data mode is on: the reader's choice, or else the Save-Data preference of the browser. */
export function wantsLowData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }; // not in every browser
  const chosen = localStore().getItem(key);
  return chosen === null ? connection?.saveData === true : chosen === 'on';
}

/** Whether low-data mode is on; undefined until hydrated. */
export function useLowData(): [on: boolean | undefined, choose: (on: boolean) => void] {
  const [on, setOn] = useState<boolean>();
  // Local storage and the connection are available in the browser only.
  useEffect(() => setOn(wantsLowData()), []);
  const choose = (next: boolean) => {
    localStore().setItem(key, next ? 'on' : 'off');
    setOn(next);
  };
  return [on, choose];
}
