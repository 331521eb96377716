import { useCallback, useEffect, useState } from 'react';
import { useSession } from './session.ts';

const saveAfterMs = 500;

/**
 * Keeps what is typed into a form in this browser, so that a closed tab, a session that ends or a failed save loses
 * nothing; each person finds only his own. `draft` is what his earlier visit left, or null.
 */
export function useKeptDraft<T>(name: string) {
  const owner = useSession(({ user }) => user.user_id);
  const key = `draft:${owner}:${name}`;
  const [draft, setDraft] = useState<T | null>(null);
  const [latest, setLatest] = useState<{ key: string; value: T } | null>(null);

  // Only the browser has it.
  useEffect(() => setDraft(read(key)), [key]);

  // Written when the typing pauses, for whoever typed it.
  useEffect(() => {
    if (!latest) return;
    const timer = setTimeout(() => localStorage.setItem(latest.key, JSON.stringify(latest.value)), saveAfterMs);
    return () => clearTimeout(timer);
  }, [latest]);

  const keep = useCallback((value: T) => owner !== null && setLatest({ key, value }), [key, owner]);
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
