import { useLayoutEffect, useRef } from 'react';

/**
 * Something that is moved by a tool of its own takes the tool to another place of the page, where the focus would be lost:
 * tells the focus to go along. Takes names as the tools have them in `data-tool`; the first that can be used gets it.
 */
export function useFocusAlong(): (...tools: string[]) => void {
  const wanted = useRef<string[]>([]);
  // After each rendering: only then the tool stands in its new place.
  useLayoutEffect(() => {
    const found = wanted.current.map((tool) => document.querySelector<HTMLElement>(`[data-tool="${tool}"]:enabled`));
    wanted.current = [];
    found.find((tool) => tool !== null)?.focus();
  });
  return (...tools) => {
    wanted.current = tools;
  };
}
