import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** `words` is the light theme without the colour rules. */
export type Look = 'dark' | 'light' | 'words';

// The axe library, which defines `axe`. Evaluated by the browser, since the page's CSP allows no such script.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const colourRules = ['color-contrast', 'link-in-text-block'];
const withoutColours = Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]));

// Reports violations only and computes no selectors, which took most of axe's time.
const lean = { resultTypes: ['violations'], selectors: false };

const optionsOf = (look: Look) =>
  look === 'dark'
    ? { ...lean, runOnly: colourRules } // the other rules give the same result in both themes
    : // `label-content-name-mismatch` is experimental in axe, so it is off by default.
      { ...lean, rules: { ...(look === 'words' && withoutColours), 'label-content-name-mismatch': { enabled: true } } };

/** Returns axe's violations on the page in its current state, as "rule: HTML of the elements". */
export async function findViolations(page: Page, look: Look): Promise<string[]> {
  await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(run, optionsOf(look));
}

interface Axe {
  run(context: unknown, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

// Runs in the page.
const run = async (options: object) => {
  const { axe } = window as unknown as { axe: Axe };
  // A frame has the landmarks of a page of its own, which is checked by itself.
  const { violations } = await axe.run(document, { ...options, iframes: false });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};
