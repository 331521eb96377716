import { useEffect, useRef } from 'react';

// Shorter than the idle timeout of a newsroom session: a page's own calls must not extend it.
const activeMs = 600_000;

const inputs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Returns a function for whether a user is at this page: it is visible, and was used in the last ten minutes. */
export function useIsAttended(): () => boolean {
  const used = useRef(Date.now());
  useEffect(() => {
    const use = () => {
      used.current = Date.now();
    };
    for (const input of inputs) addEventListener(input, use, { passive: true });
    return () => {
      for (const input of inputs) removeEventListener(input, use);
    };
  }, []);
  return useRef(() => document.visibilityState === 'visible' && Date.now() - used.current < activeMs).current;
}
