import { beforeAll, describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Client } from '#test/client.ts';
import { createLiveStory, postEntry } from '#test/factories/live.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { saveState } from './live.queries.ts';
import { getLivePage } from './live-reading.service.ts';

const site = siteForFile();
let editor: Client;
let reporter: Client;
beforeAll(async () => {
  [editor, reporter] = [await site.as('editor'), await site.as('reporter')];
});

const live = (id: number, rest = '') => `/api/stories/${id}/live${rest}`;
const entryPath = (id: number, entry: number, rest = '') => live(id, `/entries/${entry}${rest}`);
const changes = async (id: number, after = 0) => (await site.visitor.get(live(id, `?after=${after}`))).body;
const page = (id: number, query: Parameters<typeof getLivePage>[2] = { order: 'newest' }) =>
  getLivePage({ ...site.services, language: 'en', text: translator('en') } as Context, id, query);
const ids = (entries: { id: number }[] | undefined) => entries?.map(({ id }) => id);

describe('works', () => {
  test('an entry is posted, changed, removed and brought back; readers get each change once', async () => {
    const id = await createLiveStory(editor);
    const first = await postEntry(editor, id, { title: ' Departure ', text: 'The *ferry* has left.' });
    expect(first).toMatchObject({
      title: 'Departure',
      version: 1,
      deleted_at: null,
      author: expect.stringMatching(/^Test editor/),
    });
    const begun = await changes(id);
    expect(begun).toMatchObject({
      state: 'running',
      entries: [{ id: first.id, headline: 'Departure', html: '<p>The <em>ferry</em> has left.</p>\n' }],
      removed: [],
      more: false,
    });
    const second = await postEntry(editor, id, { text: 'It is late.\n\nBy an hour.' });
    const later = await changes(id, begun.seq);
    expect(later.entries).toMatchObject([
      { id: second.id, headline: 'It is late.', html: '<p>It is late.</p>\n<p>By an hour.</p>\n' },
    ]);

    const changed = await editor.json('PUT', entryPath(id, first.id), { version: 1, text: 'It has not left.' });
    expect(changed).toMatchObject({ status: 200, body: { version: 2, text: 'It has not left.', title: 'Departure' } });
    expect(ids((await changes(id, later.seq)).entries)).toEqual([first.id]);
    expect((await editor.delete(entryPath(id, second.id))).status).toBe(200);
    const without = await changes(id, later.seq);
    expect([ids(without.entries), without.removed]).toEqual([[first.id], [second.id]]);
    expect(ids((await page(id))?.entries)).toEqual([first.id]);
    expect((await editor.send('POST', entryPath(id, second.id, '/restore'))).body.deleted_at).toBe(null);
    expect(ids((await page(id))?.entries)).toEqual([second.id, first.id]);
    expect(await changes(id, without.seq + 1)).toMatchObject({ entries: [], removed: [] });
  });

  test('every version of an entry is stored, and its changes are in the audit log', async () => {
    const id = await createLiveStory(editor);
    const entry = await postEntry(editor, id, { text: 'One boat.' });
    await editor.json('PUT', entryPath(id, entry.id), { version: 1, text: 'Two boats.' });
    await editor.json('PUT', entryPath(id, entry.id), { version: 2, key_event: true });
    const { body } = await editor.get(entryPath(id, entry.id, '/versions'));
    expect(body).toMatchObject([
      { version: 3, text: 'Two boats.', key_event: true },
      { version: 2, text: 'Two boats.', key_event: false },
      { version: 1, text: 'One boat.', author: expect.stringMatching(/^Test editor/) },
    ]);
    const { rows } = await site.db.execute(
      `SELECT action, details FROM audit_log WHERE subject = 'story ${id}, live entry ${entry.id}' ORDER BY id`,
    );
    expect(rows).toEqual([
      { action: 'liveEntry.created', details: { version: 1 } },
      { action: 'liveEntry.changed', details: { version: 2, fields: ['text'] } },
      { action: 'liveEntry.changed', details: { version: 3, fields: ['keyEvent'] } },
    ]);
  });

  test('one entry is pinned at most, and comes first', async () => {
    const id = await createLiveStory(editor);
    const first = await postEntry(editor, id, { pinned: true });
    const second = await postEntry(editor, id);
    expect(ids((await page(id))?.entries)).toEqual([first.id, second.id]);
    const { seq } = await changes(id);
    const third = await postEntry(editor, id, { pinned: true });
    expect((await page(id))?.entries).toMatchObject([
      { id: third.id, pinned: true },
      { id: second.id },
      { id: first.id, pinned: false },
    ]);
    expect((await changes(id, seq)).entries).toMatchObject([
      { id: first.id, pinned: false },
      { id: third.id, pinned: true },
    ]);
    await editor.json('PUT', entryPath(id, second.id), { version: 1, pinned: true });
    await editor.delete(entryPath(id, second.id));
    expect(ids((await page(id))?.entries)).toEqual([third.id, first.id]);
  });

  test('a page has 50 entries, in either order, and lists all key events', async () => {
    const id = await createLiveStory(editor);
    const posted: number[] = [];
    for (let n = 1; n <= 52; n += 1) {
      const entry = await postEntry(editor, id, { text: `Boat ${n}`, key_event: n === 1 });
      posted.push(entry.id);
    }
    const newest = await page(id);
    expect(ids(newest?.entries)).toEqual(posted.toReversed().slice(0, 50));
    expect(newest).toMatchObject({ next: posted[1], from: null, keyEvents: [{ id: posted[0], headline: 'Boat 1' }] });
    expect(ids((await page(id, { order: 'newest', from: posted[1] }))?.entries)).toEqual([posted[1], posted[0]]);
    const oldest = await page(id, { order: 'oldest' });
    expect([ids(oldest?.entries), oldest?.next]).toEqual([posted.slice(0, 50), posted[50]]);
    const part = await changes(id);
    expect([part.entries.length, part.more]).toEqual([52, false]);
  });

  test('coverage ends and is resumed; an ended one can be corrected but not continued', async () => {
    const id = await createLiveStory(editor);
    const entry = await postEntry(editor, id);
    const { seq } = await changes(id);
    expect((await editor.json('PUT', live(id), { state: 'ended' })).body).toEqual({ state: 'ended' });
    expect(await changes(id, seq)).toMatchObject({ state: 'ended', entries: [] });
    expect((await page(id))?.endedAt).not.toBe(null);
    expect((await editor.json('PUT', entryPath(id, entry.id), { version: 1, text: 'Corrected.' })).status).toBe(200);
    const late = await editor.json('POST', live(id, '/entries'), { text: 'One more' });
    expect(late).toMatchObject({ status: 409, body: { error: 'The live coverage is not running.' } });
    await editor.json('PUT', live(id), { state: 'running' });
    await postEntry(editor, id);
    await editor.json('PUT', live(id), { state: 'none' });
    expect(await page(id)).toBe(null);
    expect((await site.visitor.get(live(id))).status).toBe(404);
    expect((await editor.get(live(id, '/desk'))).body).toMatchObject({ state: 'none', entries: [{}, {}] });
  });

  test('a request that changes nothing is no change', async () => {
    const id = await createLiveStory(editor);
    const { id: entry } = await postEntry(editor, id, { title: 'Boats', key_event: true, pinned: true });
    const { seq } = await changes(id);
    const same = { version: 1, title: 'Boats ', key_event: true, pinned: true };
    expect((await editor.json('PUT', entryPath(id, entry), same)).body.version).toBe(1);
    await editor.send('POST', entryPath(id, entry, '/restore'));
    await editor.json('PUT', live(id), { state: 'running' });
    expect((await changes(id)).seq).toBe(seq);
    const { rows } = await site.db.execute(`SELECT action FROM audit_log WHERE subject LIKE 'story ${id}%' AND
      action ILIKE '%live%' ORDER BY id`);
    expect(rows).toEqual([{ action: 'story.live' }, { action: 'liveEntry.created' }]);
  });

  test('the number of a coverage that two begin at once grows', async () => {
    const { id } = await createStory(editor);
    for (const state of ['running', 'ended', 'running'] as const)
      await saveState(site.services.db, id, state, new Date());
    const { rows } = await site.db.execute(`SELECT seq, state FROM live_coverages WHERE id = ${id}`);
    expect(rows).toEqual([{ seq: 3, state: 'running' }]);
  });

  test('concurrent posts get numbers in the order in which readers see them', async () => {
    const id = await createLiveStory(editor);
    await Promise.all(Array.from({ length: 20 }, () => postEntry(editor, id)));
    const { entries, seq } = await changes(id);
    expect([entries.length, seq]).toEqual([20, 21]);
  });

  test('feeds and sitemaps have the time of the newest entry', async () => {
    const id = await createLiveStory(editor);
    const restore = site.saveClock();
    site.advance(3_600_000);
    const entry = await postEntry(editor, id);
    restore();
    const { body: feed } = await site.visitor.get('/feed.json');
    expect(feed.items[0]).toMatchObject({
      url: expect.stringMatching(`/news/${id}$`),
      date_modified: entry.created_at,
    });
    const sitemap = Buffer.from((await site.visitor.get('/sitemaps/stories-0.xml')).body).toString();
    expect(sitemap).toContain(`/news/${id}</loc><lastmod>${entry.created_at}</lastmod>`);
  });

  test("entries are part of their author's data export", async () => {
    const id = await createLiveStory(editor);
    const author = await site.as('editor');
    const [mine, removed] = [await postEntry(author, id, { text: 'Mine' }), await postEntry(author, id)];
    await author.delete(entryPath(id, removed.id));
    await postEntry(editor, id);
    const { body } = await author.get('/api/user/data');
    expect(body.live_entries).toMatchObject([
      { story_id: id, id: mine.id, text: 'Mine' },
      { story_id: id, id: removed.id, deleted_at: expect.any(String) },
    ]);
    expect(body.live_entries).toHaveLength(2);
  });

  test('a reporter prepares the coverage of his draft, which readers do not see', async () => {
    const { id } = await createStory(reporter, { status: 'draft' });
    await reporter.json('PUT', live(id), { state: 'running' });
    await postEntry(reporter, id);
    expect((await site.visitor.get(live(id))).status).toBe(404);
    expect((await editor.get(live(id, '/desk'))).body).toMatchObject({
      state: 'running',
      public: false,
      entries: [{}],
    });
  });
});

describe('refuses', () => {
  test('visitors, readers, and those who may not change the story', async () => {
    const id = await createLiveStory(editor);
    const { id: entry } = await postEntry(editor, id);
    const writing = (client: Client) => [
      client.json('PUT', live(id), { state: 'ended' }),
      client.json('POST', live(id, '/entries'), { text: 'Mine' }),
      client.json('PUT', entryPath(id, entry), { version: 1, text: 'Mine' }),
      client.delete(entryPath(id, entry)),
      client.send('POST', entryPath(id, entry, '/restore')),
    ];
    const reading = (client: Client) => [client.get(live(id, '/desk')), client.get(entryPath(id, entry, '/versions'))];
    for (const answer of [...writing(site.visitor), ...reading(site.visitor)]) expect((await answer).status).toBe(401);
    const reader = await site.as('reader');
    for (const answer of [...writing(reader), ...reading(reader)]) expect((await answer).status).toBe(403);
    for (const answer of writing(reporter)) expect((await answer).status).toBe(403);
    for (const answer of reading(reporter)) expect((await answer).status).toBe(404);
    expect((await changes(id)).entries).toMatchObject([{ id: entry }]);
  });

  test('stories and entries that are not there', async () => {
    const id = await createLiveStory(editor);
    const other = await createLiveStory(editor);
    const { id: entry } = await postEntry(editor, other);
    const plain = await createStory(editor);
    for (const answer of [
      editor.json('POST', live(999_999, '/entries'), { text: 'x' }),
      editor.json('POST', live(plain.id, '/entries'), { text: 'x' }),
      editor.json('PUT', entryPath(id, entry), { version: 1, text: 'x' }),
      editor.delete(entryPath(id, entry)),
      site.visitor.get(live(plain.id)),
      site.visitor.get(live(plain.id, '/events')),
      site.visitor.get(live(999_999)),
    ])
      expect((await answer).status).toBe(404);
  });
});

describe('rejects', () => {
  test('entries without a text, and those that are too long', async () => {
    const id = await createLiveStory(editor);
    const post = (body: object) => editor.json('POST', live(id, '/entries'), body);
    expect(await post({ text: ' ' })).toMatchObject({ status: 422, body: { fields: { text: expect.any(String) } } });
    expect(await post({ text: 'x'.repeat(20_001) })).toMatchObject({
      status: 422,
      body: { fields: { text: 'The text is longer than 20,000 characters.' } },
    });
    expect(await post({ text: 'x', title: 'x'.repeat(201) })).toMatchObject({
      status: 422,
      body: { fields: { title: 'The headline is longer than 200 characters.' } },
    });
    expect((await post({ text: 'x', key: 'no' })).status).toBe(422);
    expect((await editor.json('PUT', live(id), { state: 'paused' })).status).toBe(422);
  });

  test('entries with blocks, but not changes of the rest of an older one', async () => {
    const id = await createLiveStory(editor);
    const { id: entry } = await postEntry(editor, id);
    const text = 'Boats:\n\n::picture[Boats]{id=3}';
    const refused = { status: 422, body: { fields: { text: expect.stringMatching(/^An update has no blocks/) } } };
    expect(await editor.json('POST', live(id, '/entries'), { text })).toMatchObject(refused);
    expect(await editor.json('PUT', entryPath(id, entry), { version: 1, text })).toMatchObject(refused);
    expect((await postEntry(editor, id, { text: 'At 10::30' })).text).toBe('At 10::30');
    await site.change(`UPDATE live_entries SET text = '::story{id=1}' WHERE id = ${entry}`);
    expect((await editor.json('PUT', entryPath(id, entry), { version: 1, pinned: true })).status).toBe(200);
  });

  test('a change of an older version, with the present text', async () => {
    const id = await createLiveStory(editor);
    const { id: entry } = await postEntry(editor, id, { text: 'One boat.' });
    await editor.json('PUT', entryPath(id, entry), { version: 1, text: 'Two boats.' });
    const late = await editor.json('PUT', entryPath(id, entry), { version: 1, text: 'No boat.' });
    expect(late).toMatchObject({ status: 409, body: { current: { id: entry, text: 'Two boats.', version: 2 } } });
  });
});
