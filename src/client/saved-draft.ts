import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from './session.ts';
import { localStore } from './storage.ts';

const saveAfterMs = 500;

/**
 * Saves a form's input in this browser, so that a closed tab, an expired session or a failed request loses nothing.
 * Drafts are separate for each user. `draft` is that of the current user's earlier visit, or null.
 */
export function useSavedDraft<T>(name: string) {
  const owner = useSession(({ user }) => user.user_id);
  const key = `draft:${owner}:${name}`;
  const [draft, setDraft] = useState<T | null>(null);
  const pending = useRef<{ key: string; value: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // In an effect, because the server has no storage.
  useEffect(() => setDraft(read(key)), [key]);

  const write = useCallback(() => {
    if (pending.current) localStore().setItem(pending.current.key, JSON.stringify(pending.current.value));
    pending.current = null;
  }, []);
  // Also writes pending input when the page is left.
  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [write]);

  // Written when the typing pauses, under the key of the user who typed it.
  const keep = useCallback(
    (value: T) => {
      if (owner === null) return;
      pending.current = { key, value };
      clearTimeout(timer.current);
      timer.current = setTimeout(write, saveAfterMs);
    },
    [key, owner, write],
  );
  const discard = useCallback(() => {
    pending.current = null;
    localStore().removeItem(key);
  }, [key]);
  const moveTo = useCallback(
    (other: string, value: T) => {
      discard();
      if (owner !== null) localStore().setItem(`draft:${owner}:${other}`, JSON.stringify(value));
    },
    [discard, owner],
  );
  return {
    draft,
    keep,
    discard,
    /** Saves the input under another name instead, such as that of what it has become. */
    moveTo,
  };
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStore().getItem(key) ?? 'null');
  } catch {
    return null; // written by another release in another format
  }
}
