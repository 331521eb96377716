import { useEffect } from 'react';

/**
 * On a slow phone a page is read and pressed before its scripts have come. What was pressed last is kept and done once
 * the page is alive, and no form goes out by itself, which would put what was typed into the address. Links, and forms
 * that have an address of their own, need none of this.
 */
export const earlyInputScript = !import.meta.env.SSR
  ? ''
  : `{
let last;
const keep = (event) => {
  const sent = event.type === 'submit';
  const at = sent ? event.target : event.target.closest('button[type=button]');
  if (!at || at.hasAttribute('action')) return;
  if (sent) event.preventDefault();
  last = sent ? () => at.requestSubmit(event.submitter) : () => at.click();
};
for (const type of ['submit', 'click']) addEventListener(type, keep, true);
addEventListener('alive', () => {
  for (const type of ['submit', 'click']) removeEventListener(type, keep, true);
  last?.();
}, { once: true });
}`;

/**
 * Says once that the page answers by itself from now on. After a failure React makes the root element anew, without what
 * the scripts in the head have noted on it.
 */
export function useAlive() {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.loaded = '';
    const theme = storedTheme();
    if (theme) dataset.theme = theme;
    dispatchEvent(new Event('alive'));
  }, []);
}

function storedTheme(): string | null {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null; // a browser that stores nothing has stored no theme
  }
}

// A picture that fills a slow line for so long may never come; the page wakes without it.
const longestMs = 8000;

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
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = waiting.textContent;
  waiting.replaceWith(script);
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
