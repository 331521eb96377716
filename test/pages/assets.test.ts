import { expect, test } from 'vitest';
import { builtSiteForFile, read } from './site.ts';

const site = builtSiteForFile();

test('scripts are stored by browsers for ever; a missing one is a short 404', async () => {
  const { html } = await read(site.visitor, '/news');
  const [script = ''] = /\/assets\/[^" ]+\.js/.exec(html) ?? [];
  const found = await site.visitor.get(script);
  expect([found.status, found.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  for (const missing of ['/assets/missing.js', '/assets/..%2fmanifest.webmanifest', '/assets/%2e%2e%2fapp.ts']) {
    const { status, body } = await site.visitor.get(missing);
    expect([status, body.code], missing).toEqual([404, 'not_found']);
  }
});
