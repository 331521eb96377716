import { useEffect } from 'react';
import { useSession } from '#src/client/session.ts';
import { localStore } from '#src/client/storage.ts';
import { showTheme, type Theme } from './theme-colours.ts';

/**
 * Event replay: clicks, input and submits before hydration are recorded and repeated after it. Of clicks and submits
 * only the last one is repeated. Forms are never submitted by the browser, which would put a password into the URL.
 * What works without scripts is not recorded: forms with an `action`, and links.
 *
 * React replays only forms whose `action` is a function; decision 098 explains why ours are not. It ignores an input
 * event if the field has the value that it saw last, so the default value is set first, and then the typed one by the
 * prototype's setter, which React does not track.
 */
export const eventReplayScript = !import.meta.env.SSR
  ? ''
  : `{
let last;
const typed = new Map();
const recordInput = ({ target }) =>
  target.type === 'file' || target.value === undefined || typed.set(target, target.value);
const replayInput = (value, field) => {
  field.value = value ? '' : field.defaultValue;
  Object.getOwnPropertyDescriptor(field.constructor.prototype, 'value').set.call(field, value);
  field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input', { bubbles: true }));
};
const recordAction = (event) => {
  const isSubmit = event.type === 'submit';
  const at = isSubmit ? event.target : event.target.closest('button[type=button]');
  if (!at || at.hasAttribute('action') || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.stopPropagation();
  if (isSubmit) event.preventDefault();
  last = isSubmit ? () => at.requestSubmit(event.submitter) : () => at.click();
};
for (const name of ['submit', 'click']) addEventListener(name, recordAction, true);
addEventListener('input', recordInput, true);
addEventListener('hydrated', () => {
  for (const name of ['submit', 'click']) removeEventListener(name, recordAction, true);
  removeEventListener('input', recordInput, true);
  typed.forEach(replayInput);
  last?.();
  last = undefined;
}, { once: true });
}`;

/**
 * Marks hydration as complete on the root element once the session has been read, and starts the replay. Sets the other
 * attributes again, because after an error React renders the root element again without those set by scripts in the
 * head.
 */
export function useHydrationMark() {
  const ready = useSession((session) => session.ready);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.loaded = '';
    const theme = localStore().getItem('theme');
    if (theme) showTheme(theme as Theme); // written by the theme button
    if (!ready) return;
    dataset.hydrated = '';
    dispatchEvent(new Event('hydrated'));
  }, [ready]);
}
