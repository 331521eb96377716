import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from './session.ts';
import { localKept } from './storage.ts';

const saveAfterMs = 500;

/**
 * Keeps what is typed into a form in this browser, so that a closed tab, a session that ends or a failed save loses
 * nothing; each person finds only his own. `draft` is what his earlier visit left, or null.
 */
export function useKeptDraft<T>(name: string) {
  const owner = useSession(({ user }) => user.user_id);
  const key = `draft:${owner}:${name}`;
  const [draft, setDraft] = useState<T | null>(null);
  const waiting = useRef<{ key: string; value: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Only the browser has it.
  useEffect(() => setDraft(read(key)), [key]);

  const write = useCallback(() => {
    if (waiting.current) localKept().setItem(waiting.current.key, JSON.stringify(waiting.current.value));
    waiting.current = null;
  }, []);
  // Also what was typed last before the page goes.
  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [write]);

  // Written when the typing pauses, for whoever typed it.
  const keep = useCallback(
    (value: T) => {
      if (owner === null) return;
      waiting.current = { key, value };
      clearTimeout(timer.current);
      timer.current = setTimeout(write, saveAfterMs);
    },
    [key, owner, write],
  );
  const forget = useCallback(() => {
    waiting.current = null;
    localKept().removeItem(key);
  }, [key]);
  return { draft, keep, forget };
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localKept().getItem(key) ?? 'null');
  } catch {
    return null; // another release wrote it in another form
  }
}
