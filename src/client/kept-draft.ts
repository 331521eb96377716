import { useCallback, useEffect, useState } from 'react';

const saveAfterMs = 500;

/**
 * Keeps what is typed into a form under a key of this browser, so that a closed tab or a failed save loses nothing.
 * `draft` is what an earlier visit left, or null.
 */
export function useKeptDraft<T>(key: string) {
  const [draft, setDraft] = useState<T | null>(null);
  const [latest, setLatest] = useState<T | null>(null);

  // Only the browser has it.
  useEffect(() => setDraft(read(key)), [key]);

  // Written when the typing pauses.
  useEffect(() => {
    if (!latest) return;
    const timer = setTimeout(() => localStorage.setItem(key, JSON.stringify(latest)), saveAfterMs);
    return () => clearTimeout(timer);
  }, [key, latest]);

  const keep = useCallback((value: T) => setLatest(() => value), []);
  const forget = useCallback(() => {
    setLatest(null);
    localStorage.removeItem(key);
  }, [key]);
  return { draft, keep, forget };
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null; // another release wrote it in another form
  }
}
