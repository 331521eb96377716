import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { insertLetter } from '#test/factories/letters.ts';
import { createLimitedEditor, forbidden, health } from '#test/factories/limited-editor.ts';
import { createStory } from '#test/factories/stories.ts';
import { nextMail } from '#test/mailbox.ts';
import { siteForFile } from '#test/site-for-file.ts';
import type { Letter } from '../letters.contract.ts';

const site = siteForFile();
let editor: Client;
let story: number;

beforeAll(async () => {
  editor = await site.as('editor');
  story = (await createStory(editor, { news_title: 'The *night* bus', status: 'published' })).id;
});

const list = async (name: string): Promise<Letter[]> => (await editor.get(`/api/letters?list=${name}`)).body.letters;
const decide = (client: Client, id: number, body: object) => client.json('PUT', `/api/letters/${id}`, body);
const publicTexts = async () =>
  (await site.visitor.get(`/api/stories/${story}/letters`)).body.letters.map(({ text }: { text: string }) => text);
const eventsOf = async (id: number) =>
  (await (await site.as('admin')).get(`/api/audit?search=letter ${id}`)).body.acts.map(
    ({ action }: { action: string }) => action,
  );

describe('works', () => {
  test('an editor shortens a letter and publishes it; what was sent stays; the writer hears of it in his language', async () => {
    const { id, email } = await insertLetter(site, story, { text: 'One. Two. Three.', language: 'hi' });
    const { status, body } = await decide(editor, id, {
      version: 1,
      state: 'published',
      text: ' One. ',
      place: 'Durg',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'published',
      name: 'Ila Bose',
      place: 'Durg',
      text: 'One.',
      sent: { name: 'Ila Bose', place: 'Raipur', text: 'One. Two. Three.' },
      decided_by: expect.stringContaining('Test editor'),
    });
    expect(await publicTexts()).toContain('One.');
    const mail = await nextMail(site, String(email));
    expect(mail.text).toContain(`/hi/news/${story}`);
    expect(mail.text).toMatch(/\p{Script=Devanagari}/u);
    // Changed once more: the first text is still the one that was sent, and no other mail goes out.
    const again = await decide(editor, id, { version: body.version, state: 'published', text: 'One!' });
    expect(again.body).toMatchObject({ text: 'One!', sent: { text: 'One. Two. Three.' } });
    expect(await eventsOf(id)).toEqual(['letter.changed', 'letter.published']);
  });

  test('a letter is declined with a reason, and published after all', async () => {
    const { id, email } = await insertLetter(site, story, { text: 'Declined first.' });
    const declined = await decide(editor, id, { version: 1, state: 'declined', reason: 'It names a neighbour.' });
    expect(declined.body).toMatchObject({ state: 'declined', reason: 'It names a neighbour.' });
    expect((await nextMail(site, String(email))).text).toContain('It names a neighbour.');
    expect((await list('declined')).map((letter) => letter.id)).toContain(id);
    expect((await decide(editor, id, { version: 2, state: 'published' })).body).toMatchObject({ reason: '' });
    expect(await publicTexts()).toContain('Declined first.');
    expect(await eventsOf(id)).toEqual(['letter.published', 'letter.declined']);
  });

  test('a published letter is taken down, also from the list for print', async () => {
    const { id, email } = await insertLetter(site, story, { text: 'Taken down.', state: 'published' });
    await editor.json('PUT', `/api/letters/${id}/print`, { picked: true });
    expect((await decide(editor, id, { version: 2, state: 'declined' })).body).toMatchObject({ picked: false });
    expect(await publicTexts()).not.toContain('Taken down.');
    expect((await nextMail(site, String(email))).subject).toBe('Your letter is no longer published');
    expect(await eventsOf(id)).toEqual(['letter.taken_down', 'letter.picked']);
  });

  test('letters are picked for print, come as Markdown by story, and leave the list once they are printed', async () => {
    const other = (await createStory(editor, { news_title: 'Mangoes', status: 'published' })).id;
    const letters = [
      await insertLetter(site, other, { state: 'published', text: '# Not a heading\n\n1. Not *a list*', name: 'A. B' }),
      await insertLetter(site, story, { state: 'published', text: 'Buses at night!', name: 'Chitra' }),
    ];
    await insertLetter(site, story, { state: 'published', text: 'Not picked.' });
    for (const { id } of letters)
      expect((await editor.json('PUT', `/api/letters/${id}/print`, { picked: true })).body.picked).toBe(true);
    expect((await list('print')).map(({ id }) => id)).toEqual(letters.map(({ id }) => id).reverse());
    const { headers, body } = await editor.get('/api/letters/print.md');
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(new TextDecoder().decode(body)).toBe(
      [
        '## The \\*night\\* bus\n\nBuses at night!\n\n**Chitra, Raipur**\n',
        '## Mangoes\n\n\\# Not a heading\n\n1\\. Not \\*a list\\*\n\n**A. B, Raipur**\n',
      ].join('\n'),
    );
    const ids = letters.map(({ id }) => id);
    const { body: answer } = await editor.json('POST', '/api/letters/printed', { ids: [...ids, 999_999] });
    expect(answer.message).toBe('2 letters marked as printed');
    expect(await list('print')).toEqual([]);
    expect((await list('published')).find(({ id }) => id === ids[0])?.printed_at).toEqual(expect.any(String));
  });

  test('the bell counts the letters that wait', async () => {
    const { waiting } = (await editor.get('/api/desk/waiting')).body;
    const { rows } = await site.db.execute(`SELECT count(*)::int FROM letters WHERE state = 'waiting'`);
    await insertLetter(site, story);
    const count = (all: { kind: string; count: number }[]) => all.find(({ kind }) => kind === 'letters')?.count ?? 0;
    expect(count(waiting)).toBe(rows[0]?.count);
    expect(count((await editor.get('/api/desk/waiting')).body.waiting)).toBe(count(waiting) + 1);
  });
});

describe('refuses', () => {
  test('everybody but editors', async () => {
    const { id } = await insertLetter(site, story);
    for (const [client, status] of [
      [site.visitor, 401],
      [await site.as('reader'), 403],
      [await site.as('sub_editor'), 403],
      [await site.as('accountant'), 403],
    ] as const) {
      expect((await client.get('/api/letters')).status).toBe(status);
      expect((await client.get('/api/letters/print.md')).status).toBe(status);
      expect((await decide(client, id, { version: 1, state: 'published' })).status).toBe(status);
      expect((await client.json('PUT', `/api/letters/${id}/print`, { picked: true })).status).toBe(status);
      expect((await client.json('POST', '/api/letters/printed', { ids: [id] })).status).toBe(status);
    }
  });

  test('an editor of other sections', async () => {
    const { limited } = await createLimitedEditor(site);
    const { id: own } = await createStory(editor, { ...health, status: 'published' });
    const [theirs, others] = [await insertLetter(site, own), await insertLetter(site, story)];
    expect((await decide(limited, theirs.id, { version: 1, state: 'published' })).status).toBe(200);
    expect(await decide(limited, others.id, { version: 1, state: 'published' })).toMatchObject(forbidden);
    await decide(editor, others.id, { version: 1, state: 'published' });
    expect(await limited.json('PUT', `/api/letters/${others.id}/print`, { picked: true })).toMatchObject(forbidden);
    await editor.json('PUT', `/api/letters/${others.id}/print`, { picked: true });
    const both = { ids: [theirs.id, others.id] };
    expect(await limited.json('POST', '/api/letters/printed', both)).toMatchObject(forbidden);
  });

  test('the second of two editors who decide at once, and tells what the first has done', async () => {
    const { id } = await insertLetter(site, story);
    const [one, other] = [await site.as('editor'), await site.as('editor')];
    const answers = await Promise.all([
      decide(one, id, { version: 1, state: 'published' }),
      decide(other, id, { version: 1, state: 'declined' }),
    ]);
    const [first, second] = answers.sort((a, b) => a.status - b.status);
    expect([first?.status, second?.status]).toEqual([200, 409]);
    const done = first?.body.state === 'published' ? 'published or changed' : 'declined';
    expect(second?.body).toMatchObject({
      error: `${first?.body.decided_by} has ${done} this letter in the meantime.`,
      current: { id, state: first?.body.state, version: 2 },
    });
  });

  test('to publish a second letter of a person about a story', async () => {
    const email = 'again@readers.test';
    const { id } = await insertLetter(site, story, { email, state: 'declined', decidedAt: new Date() });
    await insertLetter(site, story, { email, state: 'published' });
    expect((await decide(editor, id, { version: 1, state: 'published' })).status).toBe(409);
  });
});

describe('rejects', () => {
  test('letters that are unknown or not confirmed, texts that are not valid, and unknown states', async () => {
    const { id } = await insertLetter(site, story);
    const { id: hidden } = await insertLetter(site, story, { state: 'unconfirmed' });
    expect((await decide(editor, 999_999, { version: 1, state: 'published' })).status).toBe(404);
    expect((await decide(editor, hidden, { version: 1, state: 'published' })).status).toBe(404);
    for (const change of [{ text: ' ' }, { name: '' }, { place: 'x'.repeat(101) }, { reason: 'x'.repeat(501) }])
      expect((await decide(editor, id, { version: 1, state: 'published', ...change })).status).toBe(422);
    expect((await decide(editor, id, { version: 1, state: 'unconfirmed' })).status).toBe(422);
    expect((await editor.json('PUT', `/api/letters/${id}/print`, { picked: true })).status).toBe(409); // it only waits
    expect((await editor.json('POST', '/api/letters/printed', { ids: [] })).status).toBe(422);
    expect((await editor.get('/api/letters?list=unconfirmed')).status).toBe(422);
  });
});
