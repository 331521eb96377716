import { useEffect, useRef } from 'react';
import { useSession } from './session.ts';
import { tabKept } from './storage.ts';

const prefix = 'fields:';

/**
 * Keeps the text fields of a form for this tab, so that a login in between (or a reload) loses nothing that was typed;
 * each person finds only what he typed himself. Put the ref on the form; call `forget` once it has been sent.
 * Passwords and files are never kept.
 */
export function useKeptFields(name: string) {
  const form = useRef<HTMLFormElement>(null);
  const owner = useSession(({ user }) => user.user_id);
  const key = `${prefix}${owner}:${name}`;
  // The browser has the fields; they are filled once the form stands, and kept as they change.
  useEffect(() => {
    const element = form.current;
    if (owner === null || !element) return;
    const kept: Record<string, string> = JSON.parse(tabKept().getItem(key) ?? '{}');
    for (const [field, value] of Object.entries(kept)) fill(element.elements.namedItem(field), value);
    const keep = () => {
      const fields = [...element.elements].filter(isKept).map(({ name, value }) => [name, value]);
      tabKept().setItem(key, JSON.stringify(Object.fromEntries(fields)));
    };
    element.addEventListener('input', keep);
    return () => element.removeEventListener('input', keep);
  }, [key, owner]);
  return { form, forget: () => tabKept().removeItem(key) };
}

/** Forgets what was typed into forms, but for what one person did. */
export function forgetFields(butOf?: number): void {
  const kept = tabKept();
  for (const key of kept.keys())
    if (key.startsWith(prefix) && !key.startsWith(`${prefix}${butOf}:`)) kept.removeItem(key);
}

type TextControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isKept = (control: Element): control is TextControl =>
  'name' in control &&
  control.name !== '' &&
  'value' in control &&
  !control.matches('[type=password], [type=file], [readonly], button');

function fill(control: RadioNodeList | Element | null, value: string) {
  if (!(control instanceof Element) || !isKept(control) || control.value === value) return;
  // React hears of a value only when the element's own setter and an event have told it.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {};
  set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
