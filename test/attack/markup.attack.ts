// Markup in every text of every call, searched for in all output: pages, feeds, tables, mails, responses.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import PostalMime from 'postal-mime';
import { beforeAll, expect } from 'vitest';
import { type LengthLimits, lengthLimitsOf } from '#src/calls/length-limits.ts';
import { builtSiteForFile } from '../pages/site.ts';
import { attack } from './attack.ts';
import { fillWithMarkup, type HostilePaper } from './hostile-paper.ts';

const site = builtSiteForFile();
let paper: HostilePaper;
/** All output so far. */
let given = '';
beforeAll(async () => {
  paper = await fillWithMarkup(site);
});

const asText = (body: unknown) => (body instanceof Uint8Array ? Buffer.from(body).toString() : JSON.stringify(body));
const unescaped = /<canary-x|<svg\/onload/i;

attack('markup in every text, in the pages that anybody may open', async ({ refused, honest }) => {
  for (const path of paper.open) {
    const first = await site.visitor.get(path);
    const { status, headers, body } =
      first.status === 301 ? await site.visitor.get(first.headers.get('location') ?? '') : first;
    const html = asText(body);
    expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 500)]);
    expect([path, headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8']);
    expect([path, unescaped.exec(html)?.[0]]).toEqual([path, undefined]);
    expect([path, /href="(?!(?:https?|mailto|tel|upi):)[a-z][a-z0-9+.-]*:[^"]*/i.exec(html)?.[0]]).toEqual([
      path,
      undefined,
    ]);
    expect([path, headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringMatching(/script-src 'self'(?!.*unsafe-eval)|^default-src 'none'(?!.*script-src)/),
    ]);
    given += html;
    // A browser must not render the data request of a page as HTML.
    const data = await site.visitor.get(
      path.includes('?') ? path.replace('?', '.data?') : `${path === '/' ? '/_root' : path.replace(/\/$/, '')}.data`,
    );
    expect([path, data.headers.get('content-type')]).not.toEqual([path, 'text/html; charset=utf-8']);
    expect(data.headers.get('x-content-type-options')).toBe('nosniff');
  }
  refused(`${paper.open.length} pages show it as it was typed`);
  expect(given).toContain('&lt;canary-x');
  honest('200, and to be read');
});

attack('markup in feeds, sitemaps, harvests and the app’s description', async ({ refused, honest }) => {
  const { body: categories } = await site.visitor.get('/api/categories');
  const slug = encodeURIComponent(categories.at(-1).slug);
  const feeds = ['', `/category/${slug}`].flatMap((at) => [`${at}/feed.xml`, `${at}/atom.xml`, `${at}/feed.json`]);
  const oai = [
    'ListRecords&metadataPrefix=oai_dc',
    'Identify',
    `GetRecord&metadataPrefix=oai_dc&identifier=${encodeURIComponent('"><canary-x>')}`,
  ];
  const paths = [
    ...feeds,
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/robots.txt',
    ...oai.map((verb) => `/oai?verb=${verb}`),
  ];
  const index = asText((await site.visitor.get('/sitemap.xml')).body);
  for (const [, at = ''] of index.matchAll(/<loc>(.*?)<\/loc>/g)) paths.push(new URL(at).pathname);
  for (const path of paths) {
    const { status, headers, body } = await site.visitor.get(path);
    const text = asText(body);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('content-type')).not.toContain('html');
    if (/xml|oai/.test(path) && !path.endsWith('robots.txt')) {
      expect([path, XMLValidator.validate(text)]).toEqual([path, true]);
      expect([path, unescaped.exec(text)?.[0]]).toEqual([path, undefined]);
    } else if (!path.endsWith('.txt')) JSON.parse(text);
    given += text;
  }
  refused(`${paths.length} documents, each well-formed`);
  const rss = new XMLParser({ ignoreAttributes: false }).parse(asText((await site.visitor.get('/feed.xml')).body));
  expect(JSON.stringify(rss.rss.channel.item)).toContain('<canary-x');
  honest('the same text, once it is read');
});

attack('markup in answers, tables and mails', async ({ refused, honest }) => {
  const known = site.calls.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
  const query: Record<string, string> = {
    '/api/search': '?q=canary',
    '/api/search/suggestions': '?q=canary',
    '/api/editions/search': '?q=canary',
    '/api/payment_link': '?plan=weekly',
    '/api/compose': '?category=weekly&day=2026-11-22',
    '/api/plan': '?from=2026-11-22&to=2026-11-28',
  };
  const ids = [
    '/api/submissions/1',
    '/api/submissions/2',
    '/api/pages/about',
    '/api/admin/1',
    '/api/admin/2',
    '/api/editions/1/pages/1',
  ];
  const clients = [paper.admin, site.visitor];
  for (const client of clients)
    for (const path of [...known.map((call) => call.path + (query[call.path] ?? '')), ...ids, ...paper.desk]) {
      const { headers, body, status } = await client.get(path);
      expect([path, status < 500]).toEqual([path, true]);
      expect([path, headers.get('content-type')]).toEqual([
        path,
        expect.stringMatching(/^(application\/json|text\/(csv|markdown))/),
      ]);
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      given += asText(body);
    }
  const folder = join(site.dataDir, 'outbox');
  // Mails are sent in order, so the others were sent before the last one.
  await expect.poll(async () => (await readdir(folder)).length).toBeGreaterThan(10);
  const mails = await Promise.all(
    (await readdir(folder)).map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
  );
  for (const { subject, html = '', text } of mails) {
    expect([subject, unescaped.exec(html)?.[0]]).toEqual([subject, undefined]);
    expect(html).not.toMatch(/href="(?!https?:\/\/localhost)/);
    given += `${subject}${text}`;
  }
  refused(`JSON and CSV that no browser takes for a page; ${mails.length} mails`);
  expect(given).toContain('<canary-x');
  honest('200, the same text');
});

// Not free text: validated values, or values that are not shown.
const noWords =
  /password|token|email|mobile|\.dob|consent|reference|\.utr|\.pin|\.state|\.day|date|\.from|\.to|category|\.section$|language|version_of|image_(width|height)|\.(topic|kind)$|\.(authors|series|x|instagram)$|programme|columns|passkey\.|proof\.|\.username|\.endpoint$|\.p256dh$|\.replaces$|time_zone/;

// The first become a PDF, or need more than one request; only their authors see the next ones; the others are compared and
// not stored, or belong to items of the other kind.
const elsewhere = [
  ...['title', 'spaces.label', 'spaces.text', 'prints.text'].flatMap((name) =>
    ['compositions', 'compose/preview'].map((call) => `POST /api/${call} ${name}`),
  ),
  'POST /api/user/passkeys name',
  'PUT /api/user/passkeys/:id name',
  'PUT /api/settings known',
  'PUT /api/editions/:id version',
  'PUT /api/submissions/:id/description before.title',
  'PUT /api/submissions/:id/description before.abstract',
  'POST /api/checks/links urls',
  'POST /api/checks/duplicates title',
  ...['POST /api/media/', 'PUT /api/media/'].flatMap((call) => {
    const id = call.startsWith('PUT') ? '/:id' : '';
    return [`${call}pictures${id} title`, `${call}files${id} alt`];
  }),
];

function wordsIn(bounds: LengthLimits, at: string): string[] {
  if (bounds.kind === 'fields')
    return Object.entries(bounds.fields).flatMap(([name, field]) => wordsIn(field, `${at}.${name}`));
  if (bounds.kind === 'list' || bounds.kind === 'record') return wordsIn(bounds.item, at);
  if (bounds.kind === 'any') return bounds.of.flatMap((one) => wordsIn(one, at));
  return bounds.kind === 'text' && bounds.max > 40 ? [at] : [];
}

attack('a text that nobody has tried markup in', async ({ refused, honest }) => {
  const words = site.calls.flatMap(({ method, path, form, body }) =>
    form || body
      ? wordsIn(lengthLimitsOf(form ?? (body as never), path), `${method} ${path} `).filter(
          (field) => !noWords.test(field),
        )
      : [],
  );
  const tried = [...paper.sent.keys()];
  const untried = words
    .map((field) => field.replace(' .', ' '))
    .filter((field) => !tried.includes(field) && !field.endsWith(' values') && !elsewhere.includes(field));
  expect(untried).toEqual([]);
  refused(`all ${words.length} were tried`);
  const unseen = [...paper.sent].filter(([, name]) => !given.includes(name)).map(([what]) => what);
  expect(unseen).toEqual([]);
  honest(`${paper.sent.size} texts were found again`);
});
