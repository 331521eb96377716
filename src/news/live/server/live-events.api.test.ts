import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { liveConnections } from '#src/news/stories/news.settings.ts';
import type { Client } from '#test/client.ts';
import { type EventStream, openEventStream } from '#test/event-stream.ts';
import { createLiveStory, postEntry } from '#test/factories/live.ts';
import { createStory } from '#test/factories/stories.ts';
import { withSettings } from '#test/settings.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { connectionsPerAddress } from './live-connections.service.ts';
import { openLiveEvents } from './live-events.service.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

const path = (id: number) => `/api/stories/${id}/live/events`;
const open = (id: number, headers: Record<string, string> = {}, node: { address: string } = site) =>
  openEventStream(node.address + path(id), headers);
const from = (address: string) => ({ 'x-forwarded-for': address });
const closeAll = (streams: EventStream[]) => {
  for (const stream of streams) stream.close();
};

describe('works', () => {
  test('readers get each change as it happens, in order, on both nodes', async () => {
    const node = await site.openNode();
    const id = await createLiveStory(editor);
    const streams = [await open(id), await open(id, {}, node)];
    for (const { status, headers } of streams)
      expect([status, headers]).toEqual([
        200,
        expect.objectContaining({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
        }),
      ]);
    expect(streams[0]?.headers['content-encoding']).toBe(undefined);
    // Changes that come faster than they are read are read together.
    const come = (count: number) => Promise.all(streams.map((stream) => stream.until(count)));
    const entry = await postEntry(editor, id, { text: 'It *left*.' });
    await come(1);
    await editor.json('PUT', `/api/stories/${id}/live/entries/${entry.id}`, { version: 1, text: 'It is back.' });
    await come(2);
    await editor.delete(`/api/stories/${id}/live/entries/${entry.id}`);
    await come(3);
    await editor.json('PUT', `/api/stories/${id}/live`, { state: 'ended' });
    await come(4);
    for (const stream of streams) {
      expect(stream.messages).toMatchObject([
        { seq: 2, entry: { id: entry.id, html: '<p>It <em>left</em>.</p>\n' } },
        { seq: 3, entry: { id: entry.id, headline: 'It is back.' } },
        { seq: 4, removed: entry.id },
        { seq: 5, state: 'ended' },
      ]);
      expect(stream.lastId).toBe('5');
    }
    closeAll(streams);
    await node.close();
  });

  test('a reader who connects again gets what he has missed', async () => {
    const id = await createLiveStory(editor);
    const stream = await open(id);
    await postEntry(editor, id);
    await stream.until(1);
    stream.close();
    const second = await postEntry(editor, id, { text: 'Second' });
    const again = await open(id, { 'last-event-id': String(stream.lastId) });
    await again.until(2);
    expect(again.messages).toMatchObject([{ entry: { id: second.id } }, { state: 'running' }]);
    const asked = await openEventStream(`${site.address}${path(id)}?after=0`);
    await asked.until(3);
    expect(asked.messages.map(({ entry }) => entry?.headline)).toEqual(['The ferry has left.', 'Second', undefined]);
    closeAll([again, asked]);
  });

  test('a reader who has missed too much is sent to the call for changes', async () => {
    const id = await createLiveStory(editor);
    const { id: entry } = await postEntry(editor, id);
    await site.change(
      `INSERT INTO live_entries (story_id, title, text, key_event, pinned, author, created_at, updated_at, seq)
       SELECT ${id}, '', 'Entry ' || n, false, false, 'A', now(), now(), 10 + n FROM generate_series(1, 300) AS n`,
    );
    await site.change(`UPDATE live_coverages SET seq = 310 WHERE id = ${id}`);
    const stream = await open(id, { 'last-event-id': '2' });
    await stream.until(1);
    expect(stream.messages).toEqual([{ seq: 2, reset: true }]);
    stream.close();
    expect((await site.visitor.get(`/api/stories/${id}/live?after=1`)).body).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ id: entry })]),
      more: true,
    });
  });

  test('so is one who has missed more than may wait for him', async () => {
    const id = await createLiveStory(editor);
    const first = await postEntry(editor, id);
    for (let n = 0; n < 8; n += 1) await postEntry(editor, id, { text: 'नाव '.repeat(4000) });
    const streams = [await open(id, { 'last-event-id': '1' }), await open(id, { 'last-event-id': '7' })];
    await Promise.all([streams[0]?.until(1), streams[1]?.until(4)]);
    expect(streams.map(({ messages }) => messages)).toMatchObject([
      [{ seq: 1, reset: true }],
      [{ seq: 8 }, { seq: 9 }, { seq: 10 }, { state: 'running' }],
    ]);
    expect((await site.visitor.get(`/api/stories/${id}/live?after=1`)).body.entries[0].id).toBe(first.id);
    closeAll(streams);
  });

  test('it ends for all readers of a story that they do not see any more, and polls get 404', async () => {
    const node = await site.openNode();
    const id = await createLiveStory(editor);
    const streams = [await open(id), await open(id), await open(id, {}, node)];
    await editor.form('PUT', `/api/admin/${id}`, { status: 'unpublished' });
    await Promise.all(streams.map(({ ended }) => ended));
    for (const { messages } of streams) expect(messages).toMatchObject([{ gone: true }]);
    expect((await open(id)).status).toBe(404);
    expect((await site.visitor.get(`/api/stories/${id}/live?after=1`)).status).toBe(404);
    await node.close();
  });

  test('silent connections get a comment from time to time, and none come once the site closes', async () => {
    const id = await createLiveStory(editor);
    const events = openLiveEvents(site.services, ({ message }) => expect.unreachable(message), { heartbeatMs: 5 });
    const server = createServer((_, answer) => {
      events
        .open(id, '192.0.2.1', undefined, answer, () => answer.writeHead(200))
        .catch(({ code }) => answer.writeHead(503).end(code));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const body = (await fetch(address)).body?.pipeThrough(new TextDecoderStream());
    let text = '';
    for await (const part of body ?? []) {
      text += part;
      if (text.endsWith(':\n\n:\n\n')) events.close(); // ends the connection
    }
    expect(text).toMatch(/^retry: \d+\n\n(:\n\n){2,}$/);
    const refused = await fetch(address);
    expect([refused.status, await refused.text()]).toEqual([503, 'unavailable']);
    server.close();
    server.closeAllConnections();
  });

  test('open streams do not delay the shutdown', async () => {
    const node = await site.openNode();
    const id = await createLiveStory(editor);
    const stream = await open(id, {}, node);
    await node.close();
    await stream.ended;
  });
});

describe('refuses', () => {
  test('stories that are not live, or not public', async () => {
    const plain = await createStory(editor);
    const draft = await createLiveStory(editor, { status: 'draft' });
    for (const id of [plain.id, draft, 999_999]) expect((await open(id)).status).toBe(404);
  });

  test('more connections than the setting allows, until one is closed', async () => {
    const id = await createLiveStory(editor);
    await withSettings(site, [[liveConnections, 2]], async () => {
      const streams = [await open(id, from('192.0.2.1')), await open(id, from('192.0.2.2'))];
      const refused = await open(id, from('192.0.2.3'));
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30']);
      streams[0]?.close();
      const later = async () => {
        const stream = await open(id, from('192.0.2.3'));
        streams.push(stream);
        return stream.status;
      };
      await expect.poll(later).toBe(200);
      closeAll(streams);
    });
  });

  test('a network more than half of all connections, whatever its addresses', async () => {
    const id = await createLiveStory(editor);
    await withSettings(site, [[liveConnections, 4]], async () => {
      const addresses = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:1::1'];
      const streams = [];
      for (const address of addresses) streams.push(await open(id, from(address)));
      expect(streams.map(({ status }) => status)).toEqual([200, 200, 503, 200]);
      closeAll(streams);
    });
  });

  test('the connections of one address beyond a limit, and not those of others', async () => {
    const id = await createLiveStory(editor);
    const streams = await Promise.all(
      Array.from({ length: connectionsPerAddress + 5 }, () => open(id, from('192.0.2.9'))),
    );
    const count = (status: number) => streams.filter((stream) => stream.status === status).length;
    expect([count(200), count(503)]).toEqual([connectionsPerAddress, 5]);
    const other = await open(id, from('192.0.2.10'));
    expect(other.status).toBe(200);
    closeAll([...streams, other]);
  });
});
