import { useEffect, useState } from 'react';

const key = 'reader-low-data';

/** Whether pages come small: as the reader has chosen here, or else as his system asks. */
export function useLowData(): [on: boolean, choose: (on: boolean) => void] {
  const [on, setOn] = useState(false);
  // Both are known in the browser only.
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }; // not in every browser, nor in the types
    const chosen = localStorage.getItem(key);
    setOn(chosen === null ? connection?.saveData === true : chosen === 'on');
  }, []);
  const choose = (next: boolean) => {
    localStorage.setItem(key, next ? 'on' : 'off');
    setOn(next);
  };
  return [on, choose];
}
