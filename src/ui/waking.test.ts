import { expect, test } from 'vitest';
import { scriptsLater, scriptsLaterScript } from './waking.ts';

const page = (rest: string) =>
  `<link rel="modulepreload" href="/assets/a.js"/><script type="module" async="">import("/assets/a.js")</script>${rest}`;

test('scripts wait on a page that lets them go by itself, and on no other', () => {
  expect(scriptsLater(page(''))).toBe(page(''));
  const held = scriptsLater(page(`<script>${scriptsLaterScript}</script>`));
  expect(held).toContain('<link rel="later" href="/assets/a.js"/><script type="later">import("/assets/a.js")</script>');
  expect(held).not.toContain('module" ');
});
