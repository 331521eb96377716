import { beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { insertLetter, letterFields, sendLetter } from '#test/factories/letters.ts';
import { withProof } from '#test/factories/proofs.ts';
import { createStory } from '#test/factories/stories.ts';
import { allMail, countMails, nextMail, tokenIn } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { purgeLetters } from './letters.jobs.ts';

const site = siteForFile();
let editor: Client;
let story: number;

beforeAll(async () => {
  editor = await site.as('editor');
  story = (await createStory(editor, { news_title: 'The Sunday ferry', status: 'published' })).id;
});

const loginAs = async (changes = {}) => {
  const user = await site.createUser('reader', changes);
  return { user, client: await site.visitor.login('/api/newswings_login', user.email, password) };
};
const waiting = async (): Promise<{ id: number; name: string; email: string; version: number }[]> =>
  (await editor.get('/api/letters')).body.letters;
const stateOf = async (id: number) =>
  (await site.db.execute(`SELECT state FROM letters WHERE id = ${id}`)).rows[0]?.state as string | undefined;

describe('works', () => {
  test('a visitor’s letter reaches the editors once the link in his mail is followed', async () => {
    const email = 'visitor@readers.test';
    const sent = await sendLetter(site.visitor, story, { email, name: ' Ila Bose ' }, { 'accept-language': 'hi' });
    expect(sent).toMatchObject({ status: 201, body: { state: 'unconfirmed' } });
    expect((await waiting()).some((letter) => letter.email === email)).toBe(false);
    const mail = await nextMail(site, email);
    expect(mail.text).toContain('The Sunday ferry');
    expect(mail.text).not.toContain('should run on Sundays'); // a mail must not carry what a stranger has typed
    const token = tokenIn(mail.text, '/hi/confirm-letter');
    expect((await site.visitor.json('POST', '/api/letters/confirm', { token })).status).toBe(200);
    expect((await waiting()).find((letter) => letter.email === email)).toMatchObject({
      name: 'Ila Bose',
      place: 'Raipur',
      language: 'hi',
      member: false,
      state: 'waiting',
      story: { id: story, title: 'The Sunday ferry' },
    });
    expect((await site.visitor.json('POST', '/api/letters/confirm', { token })).status).toBe(410);
  });

  test('a letter from an account with a confirmed address waits at once, under that address', async () => {
    const { user, client } = await loginAs();
    const sent = await sendLetter(client, story, { email: 'somebody.else@readers.test' });
    expect(sent).toMatchObject({ status: 201, body: { state: 'waiting' } });
    expect((await waiting()).find(({ email }) => email === user.email)).toMatchObject({ member: true });
    expect(await allMail(site, 'somebody.else@readers.test')).toEqual([]);
  });

  test('an account whose address is not confirmed gets the mail', async () => {
    const { user, client } = await loginAs({ emailConfirmedAt: null });
    expect((await sendLetter(client, story)).body.state).toBe('unconfirmed');
    expect(tokenIn((await nextMail(site, user.email)).text, '/confirm-letter')).not.toBe('');
  });

  test('published letters are public without addresses, newest first, in pages', async () => {
    const { id } = await createStory(editor, { status: 'published' });
    for (let n = 0; n < 32; n++) await insertLetter(site, id, { state: 'published', name: `Writer ${n}` });
    await insertLetter(site, id, { name: 'Nobody' });
    const first = (await site.visitor.get(`/api/stories/${id}/letters`)).body;
    expect(first).toMatchObject({ more: true, open: true });
    expect(first.letters[0]).toEqual({
      id: expect.any(Number),
      name: 'Writer 31',
      place: 'Raipur',
      text: expect.stringContaining('Sundays'),
      language: 'en',
      published_at: expect.any(String),
    });
    const rest = (await site.visitor.get(`/api/stories/${id}/letters?before=${first.letters.at(-1).id}`)).body;
    expect(rest.letters.map(({ name }: { name: string }) => name)).toEqual(['Writer 1', 'Writer 0']);
  });

  test('a user’s letters are exported; deleting the account leaves the published one without his name', async () => {
    const { user, client } = await loginAs();
    const other = await createStory(editor, { status: 'published' });
    const published = await insertLetter(site, story, {
      userId: user.id,
      email: user.email,
      state: 'published',
      name: 'Asha Rao',
      sent: { name: 'asha rao', place: 'Bhilai', text: 'As sent.' },
    });
    const pending = await insertLetter(site, other.id, { userId: user.id, email: user.email });
    const bystander = await insertLetter(site, other.id, { state: 'published', name: 'Bina' });
    expect((await client.get('/api/user/data')).body.letters).toMatchObject([
      { story: 'The Sunday ferry', name: 'asha rao', text: 'As sent.', published_as: { name: 'Asha Rao' } },
      { state: 'waiting', email: user.email },
    ]);
    expect((await client.json('POST', '/api/user/delete', { password })).status).toBe(200);
    const { rows } = await site.db.execute(
      `SELECT id, name, place, email, user_id, sent FROM letters WHERE id IN (${published.id}, ${pending.id})`,
    );
    expect(rows).toEqual([{ id: published.id, name: '', place: '', email: null, user_id: null, sent: null }]);
    const { letters } = (await site.visitor.get(`/api/stories/${other.id}/letters`)).body;
    expect(letters).toMatchObject([{ id: bystander.id, name: 'Bina' }]);
  });

  test('after 90 days declined and unconfirmed letters are deleted, and addresses of published ones', async () => {
    const { id } = await createStory(editor, { status: 'published' });
    const decidedAt = new Date();
    const gone = [
      await insertLetter(site, id, { state: 'declined', decidedAt }),
      await insertLetter(site, id, { state: 'unconfirmed' }),
    ];
    const stays = [await insertLetter(site, id, { state: 'published' }), await insertLetter(site, id)];
    site.advance(91 * dayMs);
    const late = await insertLetter(site, id, { state: 'declined', decidedAt: site.services.now() });
    await site.services.jobs.send(purgeLetters, {});
    await expect.poll(() => Promise.all(gone.map((letter) => stateOf(letter.id)))).toEqual([undefined, undefined]);
    const { rows } = await site.db.execute(
      `SELECT state, email IS NULL AS unknown FROM letters WHERE story_id = ${id} ORDER BY id`,
    );
    expect(rows).toEqual([
      { state: 'published', unknown: true },
      { state: 'waiting', unknown: false },
      { state: 'declined', unknown: false },
    ]);
    expect([...stays, late]).toHaveLength(3);
  });
});

describe('refuses', () => {
  test('letters about stories that are not public, and those that are too old or when letters are turned off', async () => {
    const draft = await createStory(editor, { status: 'draft' });
    expect((await site.visitor.get(`/api/stories/${draft.id}/letters`)).status).toBe(404);
    expect((await sendLetter(site.visitor, draft.id)).status).toBe(404);
    const { id } = await createStory(editor, { status: 'published' });
    const admin = await site.as('admin');
    await admin.json('PUT', '/api/settings', { values: { 'letters.days': 0 } });
    const closed = { status: 409, body: { error: 'Letters about this story are closed.' } };
    expect(await sendLetter(site.visitor, id)).toMatchObject(closed);
    expect((await site.visitor.get(`/api/stories/${id}/letters`)).body.open).toBe(false);
    await admin.json('PUT', '/api/settings', { values: { 'letters.days': 30 } });
    site.advance(31 * dayMs);
    expect(await sendLetter(site.visitor, id)).toMatchObject(closed);
  });

  test('a second letter of a person about a story, also when both are confirmed at once', async () => {
    const { client } = await loginAs();
    expect((await sendLetter(client, story)).status).toBe(201);
    expect(await sendLetter(client, story)).toMatchObject({
      status: 409,
      body: { error: 'You have already sent a letter about this story.' },
    });
    const tokens: string[] = [];
    for (const email of ['twice@readers.test', 'Twice@readers.test']) {
      expect((await sendLetter(site.visitor, story, { email })).status).toBe(201);
      tokens.push(tokenIn((await nextMail(site, email)).text, '/confirm-letter'));
    }
    const answers = await Promise.all(
      tokens.map((token) => site.visitor.json('POST', '/api/letters/confirm', { token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a link after seven days', async () => {
    await sendLetter(site.visitor, story, { email: 'late@readers.test' });
    const token = tokenIn((await nextMail(site, 'late@readers.test')).text, '/confirm-letter');
    site.advance(7 * dayMs + hourMs);
    expect((await site.visitor.json('POST', '/api/letters/confirm', { token })).status).toBe(410);
    expect((await site.visitor.json('POST', '/api/letters/confirm', { token: 'made-up' })).status).toBe(410);
  });

  test('the sixth letter of an account; to a mailbox three are mailed a day, and the others are answered the same', async () => {
    const stories = [];
    for (let n = 0; n < 6; n++) stories.push((await createStory(editor, { status: 'published' })).id);
    const addresses = stories.map((id) => `many+${id}@readers.test`);
    const mailed = [];
    for (const [n, id] of stories.entries())
      mailed.push(await sendLetter(site.visitor, id, { email: addresses[n] ?? '' }));
    expect(new Set(mailed.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1);
    expect(await countMails(site, ...addresses)).toBe(3);
    const { client } = await loginAs();
    const answers = [];
    for (const id of stories) answers.push(await sendLetter(client, id));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a reader whose guardian has not consented', async () => {
    const young = new Date(Date.now() - 15 * 365 * dayMs).toISOString().slice(0, 10);
    const { client } = await loginAs({ dob: young });
    expect((await sendLetter(client, story)).status).toBe(403);
  });
});

describe('rejects', () => {
  test('an empty letter, with every error, and each field that is not valid', async () => {
    const send = (body: object) =>
      withProof((proof) => site.visitor.json('POST', `/api/stories/${story}/letters`, body, proof));
    const empty = await send({});
    expect(empty.status).toBe(422);
    expect(Object.keys(empty.body.fields).sort()).toEqual(['consent', 'email', 'name', 'place', 'text']);
    for (const [field, value] of [
      ['name', 'see evil.test'],
      ['place', 'two\nlines'],
      ['email', 'ila at home'],
      ['text', 'word '.repeat(301)],
      ['text', 'x'.repeat(2001)],
      ['text', 'Buy at https://evil.test now'],
      ['consent', false],
    ] as const) {
      const { status, body } = await send({ ...letterFields({ [field]: value }) });
      expect([value, status, Object.keys(body.fields)]).toEqual([value, 422, [field]]);
    }
  });
});
