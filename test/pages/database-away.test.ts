import { Client as Connection } from 'pg';
import { beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import { listenerName } from '#src/platform/database/pub-sub.ts';
import { dayMs } from '#src/rules/calendar.rules.ts';
import { Client } from '../client.ts';
import { grievanceFields } from '../factories/grievances.ts';
import { createStory } from '../factories/stories.ts';
import { builtSiteForFile, read } from './site.ts';

// Readers get cached pages while the database cannot be reached.
const site = builtSiteForFile();
let admin: Client;
let id: number;
let server: Connection; // to another database of the same server
let survivor: Connection; // the only connection to the site's database while it is away
let database: string;

const connect = async (name: string) => {
  const connection = new Connection(inject('postgres').replace('DATABASE', name));
  connection.on('error', () => undefined); // the site drops its database
  await connection.connect();
  return connection;
};

beforeAll(async () => {
  admin = await site.as('admin');
  id = (await createStory(admin, { news_title: 'Ferry sails' })).id;
  server = await connect('postgres');
  database = (await site.db.execute<{ name: string }>('SELECT current_database() AS name')).rows[0]?.name ?? '';
  survivor = await connect(database);
  return async () => {
    await survivor.end();
    await server.end();
  };
});

/** Makes the database unreachable until the test ends or calls the returned function. */
async function cutOff() {
  const back = () => server.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  onTestFinished(async () => {
    await back();
    await expect.poll(async () => (await site.visitor.get('/readyz')).status).toBe(200);
  });
  const { rows } = await survivor.query('SELECT pg_backend_pid() AS pid');
  await server.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> $2', [
    database,
    rows[0].pid,
  ]);
  await expect.poll(async () => (await read(site.visitor, '/news')).state).toBe('offline');
  return back;
}

const cached = ['/', '/news', '/hi/news', '/news.data', '/about', '/category/sports-news'];

beforeEach(async () => {
  for (const path of [...cached, `/news/${id}`])
    await expect.poll(async () => (await read(site.visitor, path)).state).toBe('hit');
});

describe('while the database cannot be reached', () => {
  test('cached pages are sent with a note, and not for storing', async () => {
    const before = (await read(site.visitor, `/news/${id}`)).html;
    await cutOff();
    for (const path of [...cached, `/news/${id}`]) {
      const { status, headers, body } = await site.visitor.get(path);
      expect([path, status, headers.get('x-cache')]).toEqual([path, 200, 'offline']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('etag')).toBeNull();
      const note = translator(path.startsWith('/hi') ? 'hi' : 'en')('shell.storedCopy');
      if (!path.endsWith('.data')) expect(new TextDecoder().decode(body)).toContain(`<html data-stored-copy="${note}"`);
    }
    const { html } = await read(site.visitor, `/news/${id}`);
    expect(html.replace(/ data-stored-copy="[^"]*"/, '')).toBe(before);
  });

  test('a client that has the page gets it with the note all the same', async () => {
    const { headers } = await site.visitor.get('/about');
    const etag = headers.get('etag') ?? '';
    await cutOff();
    const { status, body } = await site.visitor.get('/about', { 'if-none-match': etag });
    expect([status, new TextDecoder().decode(body).includes('data-stored-copy')]).toEqual([200, true]);
  });

  test('other pages are answered with 503, when to come back, and a page of our own', async () => {
    await cutOff();
    for (const path of ['/news/777777', '/e-paper/777777', '/hi/research', '/search?q=ferry']) {
      const { status, headers, body } = await site.visitor.get(path);
      expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '10']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toContain('text/html');
      expect(new TextDecoder().decode(body)).toContain(path.startsWith('/hi') ? '<html lang="hi"' : '<html lang="en"');
    }
  });

  test('writes are refused with the reason and when to try again', async () => {
    await cutOff();
    const writes = [
      () => admin.form('PUT', `/api/admin/${id}`, { news_title: 'Ferry lost' }),
      () => site.visitor.json('POST', '/api/grievances', grievanceFields()),
    ];
    for (const write of writes) {
      const { status, headers, body } = await write();
      expect({ status, body }).toEqual({
        status: 503,
        body: expect.objectContaining({ code: 'unavailable', error: translator('en')('errors.databaseAway') }),
      });
      expect(headers.get('retry-after')).toBe('10');
    }
  });

  test('cached pages are sent after midnight too, with yesterday’s date, but not for longer than is set', async () => {
    await cutOff();
    site.advance(dayMs - 1000);
    expect((await read(site.visitor, '/about')).state).toBe('offline');
    site.advance(2000);
    expect((await read(site.visitor, '/about')).status).toBe(503);
  });
});

test('once the database is back, every node shows what another program has changed meanwhile', async () => {
  const second = await site.openNode();
  onTestFinished(() => second.close());
  const readers = [site.visitor, new Client(second.address)];
  for (const reader of readers)
    for (const path of ['/news', '/about']) await expect.poll(async () => (await read(reader, path)).state).toBe('hit');
  const back = await cutOff();
  await survivor.query(`UPDATE stories SET title = 'Ferry changed meanwhile' WHERE id = $1`, [id]);
  await back();
  for (const reader of readers) {
    await expect
      .poll(async () => {
        const { status, state, html } = await read(reader, '/news');
        // Only a page that is marked as a stored copy may show the old headline.
        if (state !== 'offline' && status === 200) expect(html).toContain('Ferry changed meanwhile');
        return state;
      })
      .toBe('hit');
    await expect.poll(async () => (await read(reader, '/about')).state).toBe('hit');
  }
  expect((await admin.form('PUT', `/api/admin/${id}`, { news_title: 'Ferry sails' })).status).toBe(200);
});

test('a LISTEN connection that is silently dead is replaced, and changes missed by it are shown', async () => {
  const { rows } = await survivor.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = $2',
    [listenerName, database],
  );
  expect(rows).toHaveLength(1);
  const pid = rows[0]?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  onTestFinished(() => void process.kill(pid, 'SIGCONT'));
  await survivor.query(`UPDATE stories SET title = 'Ferry unheard of' WHERE id = $1`, [id]);
  for (const path of ['/news', `/news/${id}`, '/category/sports-news'])
    await expect.poll(async () => (await read(site.visitor, path)).html).toContain('Ferry unheard of');
  await expect.poll(async () => (await read(site.visitor, '/news')).state).toBe('hit');
});
