import { expect, test } from 'vitest';
import { holdScripts, letScriptsGo } from './scripts-after-picture.ts';

const page = (rest: string) =>
  `<link rel="modulepreload" href="/assets/a.js"/><script type="module" async="">import("/assets/a.js")</script>${rest}`;

test('scripts wait on a page that lets them go by itself, and on no other', () => {
  expect(holdScripts(page(''))).toBe(page(''));
  const held = holdScripts(page(`<script>${letScriptsGo}</script>`));
  expect(held).toContain('<link rel="later" href="/assets/a.js"/><script type="later">import("/assets/a.js")</script>');
  expect(held).not.toContain('module" ');
});
