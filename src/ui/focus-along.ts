import { useLayoutEffect, useRef } from 'react';

/**
 * Restores the focus after a button has moved the item that contains it, which loses the focus. Takes names of buttons
 * in `data-tool`; the first enabled one receives the focus.
 */
export function useRestoreFocus(): (...tools: string[]) => void {
  const requested = useRef<string[]>([]);
  // After each rendering, when the button is in its new place.
  useLayoutEffect(() => {
    const found = requested.current.map((tool) => document.querySelector<HTMLElement>(`[data-tool="${tool}"]:enabled`));
    requested.current = [];
    found.find((tool) => tool !== null)?.focus();
  });
  return (...tools) => {
    requested.current = tools;
  };
}
