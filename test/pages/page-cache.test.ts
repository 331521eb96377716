import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listenerName } from '#src/platform/database/pub-sub.ts';
import { createStory } from '../factories/stories.ts';
import { builtSiteForFile, read } from './site.ts';

const site = builtSiteForFile();
const brotli = promisify(zlib.brotliDecompress);
const gunzip = promisify(zlib.gunzip);
const zstd = promisify(zlib.zstdDecompress);

/** A response with its body as received over the wire. */
async function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { request } = await import('node:http');
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: Record<string, string | string[] | undefined>;
    body: Buffer;
  }>();
  const sent = request(site.address + path, { method, headers }, async (answer) => {
    resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(await answer.toArray()) });
  });
  sent.on('error', reject).end();
  return promise;
}

describe('cached pages', () => {
  test('renders a page for the first reader and serves it from the cache to the next', async () => {
    const first = await read(site.visitor, '/news');
    const second = await read(site.visitor, '/news');
    expect([first.state, second.state]).toEqual(['miss', 'hit']);
    expect(second.html).toBe(first.html);
  });

  test('50 concurrent readers cause one rendering', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => read(site.visitor, '/research')));
    expect(all.filter(({ state }) => state === 'miss')).toHaveLength(1);
    expect(new Set(all.map(({ html }) => html)).size).toBe(1);
  });

  test('every encoding has the same page and its own strong ETag', async () => {
    const plain = await raw('/about');
    const zipped = await raw('/about', { 'accept-encoding': 'gzip' });
    const small = await raw('/about', { 'accept-encoding': 'gzip, deflate, br' });
    const quick = await raw('/about', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(small.headers['content-encoding']).toBe('br');
    expect(quick.headers['content-encoding']).toBe('zstd');
    expect(await gunzip(zipped.body)).toEqual(plain.body);
    expect(await brotli(small.body)).toEqual(plain.body);
    expect(await zstd(quick.body)).toEqual(plain.body);
    expect(new Set([plain, zipped, small, quick].map(({ headers }) => headers.etag)).size).toBe(4);
    expect(small.headers.vary).toBe('accept-encoding');
    expect(Number(small.headers['content-length'])).toBe(small.body.length);
  });

  test('returns 304 without a body if the client has the current page', async () => {
    const { headers } = await raw('/college', { 'accept-encoding': 'br' });
    const tag = String(headers.etag);
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await raw('/college', { 'accept-encoding': 'br', 'if-none-match': sent });
      expect({ status: again.status, length: again.body.length, tag: again.headers.etag }).toEqual({
        status: 304,
        length: 0,
        tag,
      });
    }
    expect((await raw('/college', { 'accept-encoding': 'gzip', 'if-none-match': tag })).status).toBe(200);
  });

  test('HEAD returns the headers of GET without a body', async () => {
    const get = await raw('/terms', { 'accept-encoding': 'br' });
    const head = await raw('/terms', { 'accept-encoding': 'br' }, 'HEAD');
    expect(head.body).toHaveLength(0);
    for (const name of ['etag', 'content-length', 'content-encoding', 'content-type'])
      expect(head.headers[name]).toBe(get.headers[name]);
    expect(head.headers['x-cache']).toBe('hit');
  });

  test('a cached page has the CSP of its own scripts and its cache lifetime', async () => {
    await raw('/e-paper');
    const { headers, body } = await raw('/e-paper');
    expect(headers['x-cache']).toBe('hit');
    const policy = String(headers['content-security-policy']);
    const scripts = [...body.toString().matchAll(/<script(?! type="application)[^>]*>([\s\S]+?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(2);
    for (const [, code = ''] of scripts) expect(policy).toContain(createHash('sha256').update(code).digest('base64'));
    expect(body.toString()).not.toContain('nonce=');
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });

  test('a cache hit is identical on every code path, including all headers', async () => {
    const accept = { 'accept-encoding': 'br' };
    await raw('/editorial-policy', accept);
    const answers: { status: number | undefined; headers: Record<string, unknown>; body: string }[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { status, headers, body } = await raw('/editorial-policy', accept);
      answers.push({ status, headers: { ...headers, date: '', 'x-request-id': '' }, body: body.toString('base64') });
    }
    expect(answers[0]?.headers['x-cache']).toBe('hit');
    expect(answers[0]?.headers['x-content-type-options']).toBe('nosniff');
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const missing = [await raw('/news/888888'), await raw('/news/888888'), await raw('/news/888888')];
    expect(missing.map(({ status, headers }) => [status, headers['x-cache']])).toEqual([
      [404, 'miss'],
      [404, 'hit'],
      [404, 'hit'],
    ]);
    expect(missing[2]?.body).toEqual(missing[1]?.body);
  });

  test('a page’s data is cached separately from the page', async () => {
    const answers = [await raw('/news.data'), await raw('/news.data')];
    expect(answers.map(({ headers }) => headers['x-cache'])).toEqual(['miss', 'hit']);
    expect(answers[1]?.headers['content-type']).toContain('text/x-script');
    const part = await raw('/news.data?_routes=board');
    expect(part.headers['x-cache']).toBe('miss');
  });

  test('caches a page for each language', async () => {
    for (const state of ['miss', 'hit']) {
      const hindi = await read(site.visitor, '/hi/news.data');
      expect(hindi.state).toBe(state);
      expect(hindi.html).toMatch(/\p{Script=Devanagari}/u);
      expect((await read(site.visitor, '/news.data')).html).not.toMatch(/\p{Script=Devanagari}/u);
    }
  });

  test('no page shows yesterday’s date after midnight in India', async () => {
    const { html } = await read(site.visitor, '/contact');
    expect((await read(site.visitor, '/contact')).state).toBe('hit');
    const now = site.services.now();
    const midnight = new Date(now.getTime() + 330 * 60_000).setUTCHours(24, 0, 0, 0) - 330 * 60_000; // India: UTC+5:30
    site.advance(midnight - now.getTime());
    const next = await read(site.visitor, '/contact');
    expect(next.state).toBe('miss');
    expect(next.html).not.toBe(html);
  });

  test('serves a stale page once while it is rendered again, but not a very old one', async () => {
    await read(site.visitor, '/privacy');
    site.advance(601_000);
    expect((await read(site.visitor, '/privacy')).state).toBe('stale');
    await expect.poll(async () => (await read(site.visitor, '/privacy')).state).toBe('hit');
    site.advance(1_201_000);
    expect((await read(site.visitor, '/privacy')).state).toBe('miss');
  });

  test('caches every public page', async () => {
    const editor = await site.as('admin');
    const { id } = await createStory(editor);
    const paths = ['/', '/news', `/news/${id}`, '/category/sports-news', '/category/sports-news/subcategory/cricket'];
    paths.push('/e-paper', '/research', '/publication', '/payment', '/enroll', '/grievance');
    paths.push('/college', '/university', '/about', '/contact', '/editorial-policy', '/privacy', '/terms', '/offline');
    for (const path of paths) {
      await read(site.visitor, path);
      expect([path, (await read(site.visitor, path)).state]).toEqual([path, 'hit']);
    }
  });
});

describe('limits of the cache', () => {
  test('a request with a token bypasses the cache', async () => {
    const reader = await site.as('reader');
    await read(site.visitor, '/enroll');
    const { headers } = await reader.get('/enroll');
    expect([headers.get('x-cache'), headers.get('cache-control')]).toEqual(['bypass', 'private, no-store']);
    await reader.get('/grievance');
    expect((await read(site.visitor, '/grievance?utm_source=mail')).state).not.toBe('bypass');
  });

  test('unknown and tracking parameters do not create cache entries', async () => {
    await read(site.visitor, '/university');
    expect((await read(site.visitor, '/university?utm_source=mail&fbclid=1')).state).toBe('hit');
    expect((await read(site.visitor, '/university?colour=red')).state).toBe('hit');
    const page = await read(site.visitor, '/e-paper?utm_campaign=injected-words');
    expect(page.html).not.toContain('injected-words');
  });

  test('caches a 404 for seconds only', async () => {
    const states = [];
    for (const ms of [0, 0, 11_000]) {
      site.advance(ms);
      const { status, state } = await read(site.visitor, '/news/999999');
      states.push([status, state]);
    }
    expect(states).toEqual([
      [404, 'miss'],
      [404, 'hit'],
      [404, 'miss'],
    ]);
  });
});

test('a node that missed notifications caches nothing until it has caught up, however long that takes', async () => {
  const { db } = site.services;
  const state = async () => (await read(site.visitor, '/about')).state;
  await state();
  expect(await state()).toBe('hit');
  await db.execute(sql`ALTER TABLE settings RENAME TO settings_away`);
  await db.execute(sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = ${listenerName} AND datname = current_database()`);
  await expect.poll(state).toBe('miss');
  await db.execute(sql`INSERT INTO settings_away (key, value) VALUES ('site.name', '"The Missed Word"')`);
  site.takeLog();
  // It listens again, but cannot read.
  await expect.poll(() => site.takeLog().join('')).toMatch(/"msg":"page invalidation failed"/);
  expect([await state(), await state()]).toEqual(['miss', 'miss']);
  await db.execute(sql`ALTER TABLE settings_away RENAME TO settings`);
  await expect.poll(state).toBe('hit');
  expect((await read(site.visitor, '/about')).html).toContain('The Missed Word');
});
