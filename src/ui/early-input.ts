import { useEffect } from 'react';

/**
 * On a slow phone a page is read and pressed before its scripts have come. What was pressed last is kept and done once
 * the page is alive, and no form goes out by itself, which would put what was typed into the address. Links, and forms
 * that have an address of their own, need none of this.
 */
export const earlyInputScript = `{
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

/** Says once that the page answers by itself from now on. */
export function useAlive() {
  useEffect(() => void dispatchEvent(new Event('alive')), []);
}
