import { useCallback, useEffect, useRef, useState } from 'react';
import { draftPrefix, readDraft } from './drafts.ts';
import { useSession } from './session.ts';
import { localStore } from './storage.ts';

const saveAfterMs = 500;

/**
 * Saves a form's input in this browser, so that a closed tab, an expired session or a failed request loses nothing.
 * Drafts are separate for each user. `draft` is that of the current user's earlier visit, or null.
 */
export function useSavedDraft<T>(name: string) {
  const owner = useSession(({ user }) => user.user_id);
  const key = `${draftPrefix}${owner}:${name}`;
  const [draft, setDraft] = useState<T | null>(null);
  const pending = useRef<{ key: string; value: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // In an effect, because the server has no storage.
  useEffect(() => setDraft(readDraft<T>(key)), [key]);

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

  const discard = () => {
    pending.current = null;
    localStore().removeItem(key);
  };
  return {
    draft,
    /** Writes the input when the typing pauses, under the key of the user who typed it. */
    keep(value: T) {
      if (owner === null) return;
      pending.current = { key, value };
      clearTimeout(timer.current);
      timer.current = setTimeout(write, saveAfterMs);
    },
    discard,
    /** Saves the input under another name instead, such as that of a plan that was just created from it. */
    moveTo(other: string, value: T) {
      discard();
      if (owner !== null) localStore().setItem(`${draftPrefix}${owner}:${other}`, JSON.stringify(value));
    },
  };
}

/**
 * The input of a form that opens with what was typed on an earlier visit, as `parse` reads it. `typed` is undefined until
 * something is typed.
 */
export function useSavedForm<T>(name: string, parse = (draft: unknown) => (draft ?? undefined) as T | undefined) {
  const { draft, keep, discard } = useSavedDraft<unknown>(name);
  const [read, setRead] = useState<unknown>(null);
  const [typed, setTyped] = useState<T>();
  const newest = useRef(typed);
  const show = (now: T | undefined) => {
    newest.current = now;
    setTyped(now);
  };
  if (draft !== read) {
    setRead(draft);
    show(typed ?? parse(draft));
  }
  return {
    typed,
    /** The current input, for use after a request has been answered. */
    newest: () => newest.current,
    change(now: T) {
      show(now);
      keep(now);
    },
    discard() {
      show(undefined);
      discard();
    },
  };
}
