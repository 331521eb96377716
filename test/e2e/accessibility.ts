import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** `words` is light, without what concerns colours. */
export type Look = 'dark' | 'light' | 'words';

// What the page's own scripts could not run: the library, which defines `axe`.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const colourRules = ['color-contrast', 'link-in-text-block'];
const withoutColours = Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]));

// Nothing of what passes is described, and no selectors are made: most of axe's time went there.
const lean = { resultTypes: ['violations'], selectors: false };

const optionsOf = (look: Look) =>
  look === 'dark'
    ? { ...lean, runOnly: colourRules } // the other rules find the same in both themes
    : // The second rule is experimental in axe, so off unless asked for.
      { ...lean, rules: { ...(look === 'words' && withoutColours), 'label-content-name-mismatch': { enabled: true } } };

/** What axe finds wrong with the page as it stands, as "rule: HTML of the elements". */
export async function findViolations(page: Page, look: Look): Promise<string[]> {
  await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' });
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window).catch(() => true))) await frame.evaluate(source);
  return page.evaluate(run, optionsOf(look));
}

interface Axe {
  run(context: unknown, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

// Runs in the page.
const run = async (options: object) => {
  const { axe } = window as unknown as { axe: Axe };
  const { violations } = await axe.run(document, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};
