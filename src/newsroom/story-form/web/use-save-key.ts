import { useEffect, useRef } from 'react';

/** Calls `save` on Ctrl+S or Cmd+S, wherever the focus is, instead of the browser's dialog for saving the page. */
export function useSaveKey(save: () => void): void {
  const newest = useRef(save);
  newest.current = save;
  // The focus may be outside of the form, such as in the preview.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !isKeyS(event)) return;
      event.preventDefault();
      if (!event.repeat) newest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

// With an Indian keyboard layout the key has another letter: then its position (`code`) decides.
const isKeyS = ({ key, code }: KeyboardEvent) =>
  key.toLowerCase() === 's' || (code === 'KeyS' && !/^[a-z]$/i.test(key));

/** The name of the shortcut on this machine. */
export const saveKeys = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘S' : 'Ctrl+S');
