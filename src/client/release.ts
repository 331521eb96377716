import { useNetwork } from './network.ts';
import { sessionStore } from './storage.ts';

// A tab that was open during a release asks for files that no longer exist.

const goingKey = 'going';
const typedKey = 'typed';
const typedInto =
  ':is(input:not([type=password],[type=file],[type=hidden],[type=checkbox],[type=radio]),textarea,select)[name]:not([readonly])';

/** Notes where a link leads until its page is shown; undefined once it is. */
export function noteGoing(path: string | undefined): void {
  if (path === undefined) sessionStore().removeItem(goingKey);
  else sessionStore().setItem(goingKey, path);
}

/**
 * React Router reloads a page if the file of the next one is gone, and forgets where the reader was going. Goes on there.
 * Returns whether it does.
 */
export function goOn(): boolean {
  const going = sessionStore().getItem(goingKey);
  noteGoing(undefined);
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (going === null || loaded?.type !== 'reload') return false;
  location.replace(going);
  return true;
}

/**
 * Reloads the page after one of its files could not be loaded, once per history entry, with what is typed into it. Only if
 * the reader has just pressed something: what a page loads by itself may fail, and nobody is to lose his place for it.
 */
export function reloadAfterRelease(): void {
  useNetwork.setState({ outdated: true });
  // Recorded in the history state, since storage may be full or blocked.
  if (!navigator.onLine || history.state?.reloaded || navigator.userActivation?.isActive === false) return;
  const fields = document.querySelectorAll<HTMLInputElement>(typedInto);
  const typed = Array.from(fields, ({ name, value }) => [name, value]);
  sessionStore().setItem(typedKey, JSON.stringify(typed));
  history.replaceState({ ...history.state, reloaded: true }, '');
  location.reload();
}

/** Puts back what was typed before that, once the page is hydrated. */
export async function restoreTyped(): Promise<void> {
  const stored = sessionStore().getItem(typedKey);
  sessionStore().removeItem(typedKey);
  if (!stored || !history.state?.reloaded) return;
  const { fill } = await import('./saved-fields.ts');
  const fields = [...document.querySelectorAll<HTMLInputElement>(typedInto)];
  for (const [name, value] of JSON.parse(stored) as [string, string][]) {
    const at = fields.findIndex((field) => field.name === name);
    if (at >= 0) fill(fields.splice(at, 1)[0] ?? null, value); // several may have one name
  }
}
