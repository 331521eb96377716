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
 */
function goOn(): void {
  const going = sessionStore().getItem(goingKey);
  noteGoing(undefined);
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (going !== null && loaded?.type === 'reload') location.replace(going);
}

/**
 * Reloads the page after one of its files could not be loaded, once per history entry, with what is typed into it. Only if
 * the reader has just pressed something: what a page loads by itself may fail, and nobody is to lose his place for it.
 */
function reloadAfterRelease(last: string): void {
  useNetwork.setState({ outdated: true });
  const isAsked = last === 'click' && navigator.userActivation?.isActive !== false;
  // Recorded in the history state, since storage may be full or blocked.
  if (!isAsked || !navigator.onLine || history.state?.reloaded) return;
  const fields = document.querySelectorAll<HTMLInputElement>(typedInto);
  const typed = Array.from(fields, ({ name, value }) => [name, value]);
  sessionStore().setItem(typedKey, JSON.stringify(typed));
  history.replaceState({ ...history.state, reloaded: true }, '');
  location.reload();
}

/** Puts back what was typed before that, once the page is hydrated. */
async function restoreTyped(): Promise<void> {
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

/** At the start of a page: comes to a new release when the reader goes on, and not before. Decision 172. */
export function watchReleases(): void {
  let last = ''; // he types, or he has pressed something
  const note = ({ type }: Event) => {
    last = type;
  };
  for (const type of ['input', 'click']) addEventListener(type, note, true);
  addEventListener('vite:preloadError', () => reloadAfterRelease(last));
  addEventListener('hydrated', () => void restoreTyped(), { once: true }); // ui/event-replay.ts
  goOn();
}
