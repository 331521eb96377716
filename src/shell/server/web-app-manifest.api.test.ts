import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile({ SITE_URL: 'https://paper.test' });
const publicFolder = join(import.meta.dirname, '../../../public');

async function manifest(path: string) {
  const { status, headers, body } = await site.visitor.get(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8']);
  return body;
}
const shared = async (path: string, query: Record<string, string>) => {
  const { status, headers } = await site.visitor.get(`${path}?${new URLSearchParams(query)}`);
  return [status, headers.get('location'), headers.get('cache-control')];
};

describe('works', () => {
  test('the manifest is in the language of its page, and of one app', async () => {
    const [english, urdu] = [await manifest('/manifest.webmanifest'), await manifest('/ur/manifest.webmanifest')];
    expect(english).toMatchObject({ id: '/', scope: '/', lang: 'en', dir: 'ltr', start_url: '/news' });
    expect(urdu).toMatchObject({ id: '/', scope: '/', lang: 'ur', dir: 'rtl', start_url: '/ur/news' });
    // Another name would make the browser ask whether this is still the same app.
    expect(urdu.name).toBe(english.name);
    expect(urdu.description).not.toBe(english.description);
    expect(urdu.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
      '/ur/latest',
      '/ur/e-paper',
      '/ur/for-you',
      '/ur/search',
    ]);
    expect(urdu.share_target).toMatchObject({ action: '/ur/share', method: 'GET' });
  });

  test('all of its pictures exist', async () => {
    const { icons, screenshots, shortcuts } = await manifest('/manifest.webmanifest');
    const all = [...icons, ...screenshots, ...shortcuts.flatMap(({ icons }: { icons: object[] }) => icons)];
    expect(all).toHaveLength(10);
    await Promise.all(all.map(({ src }) => access(join(publicFolder, src))));
  });

  test('what is shared with the app opens here, or is searched for', async () => {
    expect(await shared('/share', { title: 'Ferry', text: 'Ferry runs late https://paper.test/news/42' })).toEqual([
      303,
      '/news/42',
      'no-store',
    ]);
    expect(await shared('/hi/share', { text: 'onion mandi' })).toEqual([303, '/hi/search?q=onion+mandi', 'no-store']);
  });
});

describe('rejects', () => {
  test('addresses of other sites, and fields that are given twice', async () => {
    expect(await shared('/share', { url: 'https://paper.test//evil.test/' })).toEqual([303, '/search', 'no-store']);
    const { headers } = await site.visitor.get('/share?url=https://evil.test&text=a&text=b&title[x]=c');
    expect(headers.get('location')).toBe('/search');
  });

  test('languages that the paper does not offer', async () => {
    const admin = await site.as('admin');
    const choose = (value: string | null) =>
      admin.json('PUT', '/api/settings', { values: { 'site.languages': value } });
    expect((await choose('hi')).status).toBe(200);
    expect((await site.visitor.get('/ur/manifest.webmanifest')).headers.get('location')).toBe('/manifest.webmanifest');
    expect(await shared('/ur/share', { text: 'a' })).toEqual([303, '/search?q=a', 'no-store']);
    await choose(null);
  });
});
