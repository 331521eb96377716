import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** `words` is the light theme without the colour rules. */
export type Look = 'dark' | 'light' | 'words';

// The axe library, which defines `axe`. Evaluated by the browser, since the page's CSP allows no such script.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const colourRules = ['color-contrast', 'link-in-text-block'];

// Reports violations only and computes no selectors, which took most of axe's time.
const lean = { resultTypes: ['violations'], selectors: false };

/** All rules of axe, also those that it leaves out by default as experimental or new; contrast by level AA. */
const rulesOf = (all: string[], look: Look) => {
  if (look === 'dark') return colourRules; // the other rules give the same result in both themes
  const left = ['color-contrast-enhanced', ...(look === 'words' ? colourRules : [])];
  return all.filter((rule) => !left.includes(rule));
};

/** Returns axe's violations on the page in its current state, as "rule: HTML of the elements". */
export async function findViolations(page: Page, look: Look): Promise<string[]> {
  await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const all = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.getRules().map(({ ruleId }) => ruleId));
  return page.evaluate(run, { ...lean, runOnly: rulesOf(all, look) });
}

interface Axe {
  getRules(): { ruleId: string }[];
  run(context: unknown, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

// Runs in the page.
const run = async (options: object) => {
  const { axe } = window as unknown as { axe: Axe };
  // What a bar covers while it sticks to an edge of the screen appears when the page is scrolled.
  const sticking = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) => getComputedStyle(element).position === 'sticky',
  );
  for (const bar of sticking) bar.style.position = 'static';
  // A frame has the landmarks of a page of its own, which is checked by itself.
  const { violations } = await axe.run(document, { ...options, iframes: false });
  for (const bar of sticking) bar.style.position = '';
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};
