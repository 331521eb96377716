// Cache poisoning, Host header injection into mails, and open redirects.
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, expect } from 'vitest';
import { siteMotto } from '#src/settings/site.settings.ts';
import { createStory } from '#test/factories/stories.ts';
import { publish } from '#test/factories/submissions.ts';
import type { Client } from '../client.ts';
import { nextMail } from '../mailbox.ts';
import { builtSiteForFile } from '../pages/site.ts';
import { attack } from './attack.ts';
import { headerIn, statusesIn, talk } from './wire.ts';

const siteUrl = 'https://paper.example';
const site = builtSiteForFile({ SITE_URL: siteUrl });
let editor: Client;
let story: { id: number; image_url: string | null };
let essay: { id: number };
beforeAll(async () => {
  editor = await site.as('editor');
  story = await createStory(editor);
  essay = await publish(site);
});

interface Seen {
  status: number;
  headers: Record<string, unknown>;
  html: string;
}

/** The response to a request with these headers; unlike fetch, it allows any Host and malformed headers. */
function seenBy(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Seen> {
  const { hostname, port } = new URL(site.address);
  const { promise, resolve, reject } = Promise.withResolvers<Seen>();
  const sent = request({ hostname, port, path, method, headers });
  sent.on('error', reject).on('response', async (answer) => {
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers, html: await text(answer) });
  });
  sent.end(body);
  return promise;
}

const canary = 'canary.example';
const poisons: Record<string, string>[] = [
  { host: canary },
  { 'x-forwarded-host': canary, 'x-forwarded-server': canary, forwarded: `host=${canary}` },
  {
    'x-forwarded-proto': 'http',
    'x-forwarded-port': '81',
    'x-forwarded-scheme': 'http',
    'x-forwarded-prefix': `/${canary}`,
  },
  { 'x-original-url': `/search?q=${canary}`, 'x-rewrite-url': '/admin', 'x-override-url': '/admin' },
  { 'accept-language': 'hi', cookie: `language=hi; theme=${canary}` },
  { 'x-http-method-override': 'POST', 'x-method-override': 'HEAD' },
  { range: 'bytes=0-9', 'if-range': '*' },
  { accept: 'application/json', 'content-type': 'application/json' },
  { 'accept-encoding': 'gzip;q=0, br;q=0, identity' },
  { 'x-react-router-spa-mode': 'yes', 'x-react-router-prerender-data': `"${canary}"` },
  { 'user-agent': `<script>${canary}</script>`, referer: `https://${canary}/`, origin: `https://${canary}` },
  { 'save-data': 'on', purpose: 'prefetch', 'x-forwarded-for': '1.2.3.4', 'true-client-ip': canary },
];

/** Clears the page cache, so that the next request renders the page. */
async function forgetPages(motto: string) {
  const { settings, pageInvalidation } = site.services;
  await settings.set(site.db, siteMotto, motto);
  await pageInvalidation.waitForReplicas();
}

attack('pages poisoned by headers that are no part of their key', async ({ refused, honest }) => {
  const pages = [
    '/news',
    `/news/${story.id}`,
    '/e-paper',
    '/research',
    '/about',
    '/hi/news',
    '/no-such-page',
    '/news.data',
  ];
  const search = '/search?q=story&page=1';
  for (const path of [
    ...pages,
    search,
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/manifest.webmanifest',
    '/ur/manifest.webmanifest',
    '/login',
  ]) {
    const fresh = (n: number) => (path.includes('?') ? path : `${path}?x=${n}`);
    for (const [n, poison] of poisons.entries()) {
      await forgetPages(`No. ${n}`);
      const poisoned = await seenBy(fresh(n), poison);
      const clean = await seenBy(path);
      for (const { html, headers } of [poisoned, clean]) {
        expect([path, poison, html.includes(canary)]).toEqual([path, poison, false]);
        expect(JSON.stringify(headers)).not.toContain(canary);
      }
      expect([path, poison, clean.status]).toEqual([path, poison, path === '/no-such-page' ? 404 : 200]);
      expect(clean.headers.vary ?? '').not.toContain('cookie');
      expect(clean.html.length).toBeGreaterThan(20);
    }
  }
  refused('the page that everybody gets');
  const [first, second] = [await seenBy('/news'), await seenBy('/news')];
  expect(second.headers['x-cache']).toBe('hit');
  expect(second.html).toBe(first.html);
  honest('200, kept');
});

attack('a page of one’s own, kept under an address that looks like a file', async ({ refused, honest }) => {
  const reader = await site.as('reader');
  for (const path of [
    '/profile/edit',
    '/profile/edit/x.css',
    '/profile/edit;x.css',
    '/profile/edit%2fx.css',
    '/profile/edit.js',
    '/api/user/me/x.css',
  ]) {
    const { headers, body } = await reader.get(path);
    expect([
      path,
      (body instanceof Uint8Array ? Buffer.from(body).toString() : JSON.stringify(body)).includes('readers.test'),
    ]).toEqual([path, false]);
    expect(headers.get('cache-control')).toMatch(/no-store/);
  }
  const own = await reader.get('/api/user/me');
  expect(own.headers.get('cache-control')).toBe('no-store');
  refused('nothing of his in a page; no-store');
  expect(own.body.email).toMatch(/readers\.test$/);
  honest('200 for himself');
});

attack('links in mails and pages by the Host of a request', async ({ refused, honest }) => {
  const { email } = await site.createUser('reader');
  const headers = { host: canary, 'x-forwarded-host': canary, 'content-type': 'application/json' };
  const asked = await seenBy('/api/forgot_password', headers, 'POST', JSON.stringify({ email }));
  expect(asked.status).toBe(200);
  const mail = await nextMail(site, email);
  expect(mail.text + mail.html + mail.from).not.toContain(canary);
  expect(mail.text).toContain(`${siteUrl}/reset-password?token=`);
  for (const path of ['/news', '/feed.xml', '/sitemap.xml', '/robots.txt', '/oai?verb=Identify', '/atom.xml'])
    expect((await seenBy(path, { host: canary })).html).not.toContain(canary);
  refused('mails, pages and feeds name SITE_URL');
  expect((await seenBy('/news')).html).toContain(`<link rel="canonical" href="${siteUrl}/news"`);
  honest('200');
});

attack('addresses that lead to another site', async ({ refused, honest }) => {
  const evil = [
    '//evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/.//evil.example',
    '/%09/evil.example',
    '/%2e%2f/evil.example',
    '/;@evil.example',
    '/@evil.example',
  ];
  const fronts = ['', '/en', '/EN', '/hi', '/HI', '/xx', '/news/..', '/category', '/research/1'];
  const ends = ['', '/', '?x=1', '/..;/', '.data', '%0d%0alocation:%20https://evil.example'];
  let redirects = 0;
  for (const front of fronts)
    for (const path of evil)
      for (const end of ends) {
        const answer = await talk(
          site.address,
          `GET ${front}${path}${end} HTTP/1.1\r\nhost: ${canary}\r\nconnection: close\r\n\r\n`,
        );
        const [status = 0] = statusesIn(answer);
        const to = headerIn(answer, 'location');
        const where = `${front}${path}${end} → ${status} ${to}`;
        expect([where, status < 500]).toEqual([where, true]);
        if (to === undefined) continue;
        redirects += 1;
        expect([where, new URL(to, siteUrl).origin, /^\/[/\\]/.test(to)]).toEqual([where, siteUrl, false]);
      }
  const named = await seenBy(`/research/${essay.id}/%2f%2fevil.example%2fx.pdf`, { host: canary });
  expect([named.status, named.headers.location]).toEqual([
    301,
    expect.stringMatching(/^\/research\/\d+\/[\w%-]+\.pdf$/),
  ]);
  const shared = await seenBy(`/api/share/${story.id}-aaaaaaaaaaaaaaaa.jpg`, { host: canary });
  expect(shared.headers.location).toMatch(/^(\/api\/share\/)?\d+-[\w-]{16}\.jpg$/);
  // What a phone shares with the installed app.
  for (const path of [...evil, '/api/editions/1/pdf', '/share', '/hi/share?url=https://evil.example'])
    for (const front of [siteUrl, `${siteUrl}@evil.example`, 'https://evil.example', `${siteUrl}:1`, `${siteUrl}\\`]) {
      const { status, headers } = await seenBy(`/share?url=${encodeURIComponent(front + path)}`, { host: canary });
      const to = String(headers.location);
      expect([front, path, status, /^\/(?![/\\]|api\/|share|hi\/share)/.test(to)]).toEqual([front, path, 303, true]);
      expect(new URL(to, siteUrl).origin).toBe(siteUrl);
      redirects += 1;
    }
  refused(`${redirects} redirects, all within the site`);
  const story42 = await seenBy(`/share?text=${encodeURIComponent(`Ferry: ${siteUrl}/news/42`)}`);
  expect(story42.headers.location).toBe('/news/42');
  const moved = await seenBy('/NEWS/?x=1');
  expect([moved.status, moved.headers.location]).toEqual([301, '/news?x=1']);
  honest('301 to the page');
});

attack('files of the repository, of the build and of the machine', async ({ refused, honest }) => {
  const files = [
    '.git/config',
    '.env',
    '.npmrc',
    'package.json',
    'src/main.ts',
    'server/index.js',
    'stamp',
    'secrets/seal',
  ];
  const ways = ['/', '/assets/', '/assets/../', '/assets/..%2f..%2f', '/%2e%2e/', '//'];
  for (const path of ways.flatMap((way) => files.map((file) => way + file))) {
    const { status, html } = await seenBy(path);
    expect([path, status < 400 && html.includes('<html') === false]).toEqual([path, false]);
  }
  for (const folder of ['/assets/', '/assets', '/data/'])
    expect([folder, (await seenBy(folder)).status]).toEqual([folder, 404]);
  refused('no file');
  expect((await seenBy('/favicon.svg')).status).toBe(200);
  honest('200');
});

attack('another site’s frames and scripts', async ({ refused, honest }) => {
  const addresses = [
    '/news',
    '/login',
    '/admin',
    '/no-such-page',
    '/api/admin',
    '/api/docs/',
    '/feed.xml',
    '/sitemap.xml',
    '/oai?verb=Identify',
    '/favicon.svg',
    '/service-worker.js',
    '/news.data',
    '/%',
    '/healthz',
    '/api/static/uploads/x.jpg',
  ];
  for (const path of addresses) {
    const { headers } = await seenBy(path, { origin: 'https://evil.example' });
    expect([path, String(headers['x-frame-options'] ?? '')]).toEqual([path, expect.stringMatching(/SAMEORIGIN|DENY/)]);
    expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff']);
    expect([path, headers['content-type']]).toEqual([path, expect.stringMatching(/charset=utf-8$/)]);
    expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=31536000; includeSubDomains']);
    expect([path, headers['referrer-policy']]).toEqual([path, 'strict-origin-when-cross-origin']);
    expect([path, headers['access-control-allow-credentials']]).toEqual([path, undefined]);
    // Feeds allow other origins; their content is public.
    expect([path, headers['access-control-allow-origin']]).toEqual([path, path === '/feed.xml' ? '*' : undefined]);
    const policy = String(headers['content-security-policy']);
    expect([path, policy]).toEqual([path, expect.stringMatching(/frame-ancestors '(self|none)'/)]);
    expect([path, policy]).toEqual([path, expect.stringContaining("base-uri 'none'")]);
    expect([path, policy]).toEqual([path, expect.stringMatching(/object-src 'none'|default-src 'none'/)]);
  }
  for (const origin of [
    'https://evil.example',
    'null',
    'https://paper.example.evil.example',
    'http://paper.example:81',
    'file://',
  ]) {
    const preflight = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    };
    const { headers, status } = await seenBy('/api/admin/1', preflight, 'OPTIONS');
    expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, 404, undefined]);
    const changed = await editor.send('DELETE', `/api/admin/${story.id}`, { headers: { origin } });
    expect([origin, changed.status]).toEqual([origin, 403]);
  }
  refused('no frame, no reading, no change');
  expect(
    (
      await editor.json(
        'PUT',
        '/api/board',
        { sections: [{ category: 'Sports News', ids: [story.id] }] },
        { origin: siteUrl },
      )
    ).status,
  ).toBe(200);
  honest('200 from its own pages');
});
