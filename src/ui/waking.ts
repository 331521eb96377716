import { useEffect } from 'react';
import { useSession } from '#src/client/session.ts';
import { localKept } from '#src/client/storage.ts';

// A picture that fills a slow line for so long may never come, nor may scripts: nothing waits longer for either.
const longestMs = 8000;

/**
 * On a slow phone a page is read and pressed before its scripts have come. What was pressed last is kept and done once
 * the page is alive, and no form goes out by itself, which would put what was typed into the address. Forms that have an
 * address of their own need none of this, nor do links, but for those that lead elsewhere by who follows them
 * (`data-waits`). What was typed is told to React, which otherwise neither hears of it nor lets it stand.
 */
export const earlyInputScript = !import.meta.env.SSR
  ? ''
  : `{
let last;
const typed = new Map();
const type = ({ target }) => target.type === 'file' || target.value === undefined || typed.set(target, target.value);
const tell = (value, field) => {
  field.value = value ? '' : field.defaultValue; // React notes this one, and so takes the next for new
  Object.getOwnPropertyDescriptor(field.constructor.prototype, 'value').set.call(field, value);
  field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input', { bubbles: true }));
};
const keep = (event) => {
  const sent = event.type === 'submit';
  const at = sent ? event.target : event.target.closest('button[type=button],a[data-waits]');
  if (!at || at.hasAttribute('action') || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.stopPropagation();
  if (sent || at.href) event.preventDefault();
  const done = last = sent ? () => at.requestSubmit(event.submitter) : () => at.click();
  if (at.href) setTimeout(() => { if (last === done) location.href = at.href }, ${longestMs});
};
for (const name of ['submit', 'click']) addEventListener(name, keep, true);
addEventListener('input', type, true);
addEventListener('alive', () => {
  for (const name of ['submit', 'click']) removeEventListener(name, keep, true);
  removeEventListener('input', type, true);
  typed.forEach(tell);
  last?.();
  last = undefined;
}, { once: true });
}`;

/**
 * Says that the page answers by itself from now on, and knows for whom. After a failure React makes the root element
 * anew, without what the scripts in the head have noted on it.
 */
export function useAlive() {
  const ready = useSession((session) => session.ready);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.loaded = '';
    const theme = localKept().getItem('theme');
    if (theme) dataset.theme = theme;
    if (!ready) return;
    dataset.alive = '';
    dispatchEvent(new Event('alive'));
  }, [ready]);
}

/**
 * On a page that is there to be read, the scripts begin once all that the first view needs has come, or at the first
 * touch; for whoever is logged in as soon as the page stands, since it shows him more. Decisions 072 and 074.
 */
export const scriptsLaterScript = !import.meta.env.SSR
  ? ''
  : `{
const page = document.documentElement.dataset;
const begin = () => {
  const waiting = document.querySelector('script[type=later]');
  if (!waiting) return;
  page.loaded = '';
  for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload';
  // The same element, put back: its text came with the page, and need not be trusted anew.
  const place = document.createComment('');
  waiting.replaceWith(place);
  waiting.type = 'module';
  place.replaceWith(waiting);
};
let own = false;
try { own = JSON.parse(localStorage.getItem('root')).state.user.token } catch {}
addEventListener(own && page.pictureFirst === undefined ? 'DOMContentLoaded' : 'load', begin);
for (const type of ['pointerdown', 'keydown']) addEventListener(type, begin, { capture: true, once: true });
setTimeout(begin, ${longestMs});
}`;

/** Lets the scripts of a rendered page wait, where `scriptsLaterScript` will begin them. */
export const scriptsLater = (html: string): string =>
  html.includes(scriptsLaterScript)
    ? html
        .replaceAll('<link rel="modulepreload"', '<link rel="later"')
        .replace('<script type="module" async="">', '<script type="later">')
    : html;
