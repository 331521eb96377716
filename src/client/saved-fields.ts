import { useEffect, useRef } from 'react';
import { fill, isSaveable } from './fill.ts';
import { useSession } from './session.ts';
import { sessionStore } from './storage.ts';

const prefix = 'fields:';

const visitor = 'visitor';

/**
 * Saves the text fields of a form for this tab, so that a login in between (or a reload) loses no input. Saved fields
 * are separate for each user; with `alsoOfVisitors` a visitor's are saved too, and go to the account that he logs in to.
 * Put the ref on the form; call `discard` once it has been submitted. Passwords and files are never saved.
 */
export function useSavedFields(name: string, { alsoOfVisitors = false } = {}) {
  const form = useRef<HTMLFormElement>(null);
  const owner = useSession(({ ready, user }) => user.user_id ?? (alsoOfVisitors && ready ? visitor : null));
  const key = `${prefix}${owner}:${name}`;
  const keyOfVisitor = alsoOfVisitors ? `${prefix}${visitor}:${name}` : key;
  // Fills the fields once the form is mounted, and saves them when they change.
  useEffect(() => {
    const element = form.current;
    if (owner === null || !element) return;
    const store = sessionStore();
    const saved: Record<string, string> = JSON.parse(store.getItem(key) ?? store.getItem(keyOfVisitor) ?? '{}');
    for (const [field, value] of Object.entries(saved)) fill(element.elements.namedItem(field), value);
    const save = () => {
      const fields = [...element.elements].filter(isSaveable).map(({ name, value }) => [name, value]);
      sessionStore().setItem(key, JSON.stringify(Object.fromEntries(fields)));
    };
    element.addEventListener('input', save);
    return () => element.removeEventListener('input', save);
  }, [key, keyOfVisitor, owner]);
  const discard = () => {
    for (const saved of [key, keyOfVisitor]) sessionStore().removeItem(saved);
  };
  return { form, discard };
}

/** Deletes all saved fields. At a login, `butOf` is the user whose fields are kept, as are a visitor's. */
export function deleteSavedFields(butOf?: number): void {
  const store = sessionStore();
  for (const key of store.keys())
    if (key.startsWith(prefix) && !(butOf !== undefined && isOf(key, [butOf, visitor]))) store.removeItem(key);
}

const isOf = (key: string, owners: (number | string)[]) => owners.some((owner) => key.startsWith(`${prefix}${owner}:`));
