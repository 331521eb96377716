import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { printedStory, waitForNewspaper } from '#test/factories/newspapers.ts';
import { siteForFile } from '#test/site-for-file.ts';
import type { Draft } from '../compose.contract.ts';
import { draftOnSchedule } from './drafts.jobs.ts';

const site = siteForFile();
const day = 86_400_000;
let admin: Client;
let editor: Client;
beforeAll(async () => {
  [admin, editor] = [await site.as('admin'), await site.as('editor')];
  for (const title of ['Night final at Naubat Ghat', 'Onion mandi', 'Ferry late']) await printedStory(editor, title);
  await site.db.execute("UPDATE stories SET created_at = created_at - interval '1 day'");
  await printedStory(editor, 'Of the day itself');
});

const set = (values: Record<string, string | null>) => admin.json('PUT', '/api/settings', { values });
const inIndia = (options: Intl.DateTimeFormatOptions, at = Date.now()) =>
  new Intl.DateTimeFormat('en-CA', { ...options, timeZone: 'Asia/Kolkata' }).format(at);
const drafts = async () => (await editor.get('/api/compositions/drafts')).body;
const publish = (order: object) => editor.json('POST', '/api/compositions', order);
/** The order for a complete draft, unchanged. */
const orderOf = ({ id, title, category, from, to, stories }: Draft) => ({
  ...{ draft: id, title, category, from, to, paper: 'a4', issue_date: to },
  stories: stories.map(({ id, weight }) => ({ id, weight })),
});
/** Runs the schedule the given number of times, and waits until it has finished. */
async function look(times = 1) {
  for (let n = 0; n < times; n++) await site.services.jobs.send(draftOnSchedule, {});
  const open = "SELECT count(*)::integer AS count FROM jobs.job WHERE name = 'epaper.draft' AND state < 'completed'";
  await expect.poll(async () => (await site.db.execute(open)).rows[0]?.count).toBe(0);
}

describe('the schedule', () => {
  test('composes nothing while no day is set', async () => {
    await look();
    expect(await drafts()).toEqual([]);
  });

  test('composes the week as one draft, which an editor publishes', async () => {
    const yesterday = inIndia({ dateStyle: 'short' }, Date.now() - day);
    await set({ 'epaper.draft_day': inIndia({ weekday: 'long' }).toLowerCase(), 'epaper.draft_time': '00:00' });
    await look(3);
    const [draft, ...others] = await drafts();
    expect(others).toEqual([]);
    expect(draft).toMatchObject({ category: 'weekly', to: yesterday, stories: [{ weight: 'lead' }, {}, {}] });
    expect(Date.parse(draft.to) - Date.parse(draft.from)).toBe(6 * day);
    expect((await site.visitor.get('/api/pdfs')).body).toEqual([]);

    const order = orderOf(draft);
    const sent = await Promise.all([1, 2].map(() => publish(order)));
    expect(sent.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(sent.find(({ status }) => status === 409)?.body.error).toBe(
      'This draft has been published or discarded already.',
    );
    const edition = await waitForNewspaper(editor, draft.id);
    expect((await site.visitor.get('/api/pdfs')).body).toMatchObject([
      { id: edition, title: draft.title, issue_date: yesterday },
    ]);
    expect(await drafts()).toEqual([]);
    expect((await editor.delete(`/api/compositions/${draft.id}`)).status).toBe(404); // it is an edition now
    await look();
    expect(await drafts()).toEqual([]); // only once for these days
  });

  test('leaves out deleted stories, and a draft can be discarded', async () => {
    await site.db.execute("UPDATE compositions SET state = 'draft' WHERE drafted");
    const [draft] = await drafts();
    await editor.delete(`/api/admin/${draft.stories[0].id}`);
    const [after] = await drafts();
    expect(after.stories).toEqual(draft.stories.slice(1));
    expect(await editor.delete(`/api/compositions/${draft.id}`)).toMatchObject({
      status: 200,
      body: { message: 'Draft discarded' },
    });
    expect(await drafts()).toEqual([]);
    expect((await publish(orderOf(after))).status).toBe(409);
  });
});

describe('drafts', () => {
  test('are for editors only', async () => {
    for (const [client, status] of [
      [site.visitor, 401],
      [await site.as('reader'), 403],
    ] as const) {
      expect((await client.get('/api/compositions/drafts')).status).toBe(status);
      expect((await client.delete('/api/compositions/1')).status).toBe(status);
    }
  });

  test('that are discarded or unknown cannot be discarded', async () => {
    const { rows } = await site.db.execute('SELECT id FROM compositions');
    expect(rows).toHaveLength(1);
    for (const id of [rows[0]?.id, 999_999]) expect((await editor.delete(`/api/compositions/${id}`)).status).toBe(404);
  });

  test('need a valid day and time in the settings', async () => {
    const { status, body } = await set({ 'epaper.draft_day': 'someday', 'epaper.draft_time': '25:00' });
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual(['epaper.draft_day', 'epaper.draft_time']);
    expect(body.fields['epaper.draft_time']).toBe('A time in India such as 18:30, please.');
  });
});
