import { describe, expect, test } from 'vitest';
import { docxFile, pdfFile } from '#test/factories/documents.ts';
import { decide, submit } from '#test/factories/submissions.ts';
import { allMail, nextMail } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { transitions } from '../submission-states.rules.ts';

const site = siteForFile();
const decision = '/api/admin/decision';

/** A new author with a separate mailbox. */
async function newAuthor() {
  const user = await site.createUser('reader');
  return { user, client: await site.visitor.login('/api/newswings_login', user.email, password) };
}

const mailsTo = (email: string) => allMail(site, email);
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
const historyOf = async (id: number) =>
  (
    await site.db.execute(
      `SELECT action, from_state, to_state, actor FROM submission_history WHERE submission_id = ${id} ORDER BY id`,
    )
  ).rows;

describe('POST /api/admin/decision', () => {
  test('returns 409 instead of overturning a decision that the editor has not seen', async () => {
    const { user, client } = await newAuthor();
    const { id } = await submit(client);
    const decideAs = async (word: string, status: string) =>
      (await site.as('editor')).json('POST', decision, { id, email: user.email, decision: word, status });
    const answers = await Promise.all([decideAs('approved', 'pending'), decideAs('rejected', 'pending')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Somebody else has decided'),
    });
    const { status } = (await client.get('/api/submissions/own')).body.submissions[0];
    expect((await decideAs(status, 'pending')).status).toBe(200);
    expect((await decideAs(status === 'approved' ? 'rejected' : 'approved', status)).status).toBe(200);
  });

  test('works: approves, rejects, and notifies the author each time the decision changes', async () => {
    const { user, client } = await newAuthor();
    const work = await submit(client, { title: 'Salt pans' });
    const editor = await site.as('editor');
    const say = (word: string, more = {}) =>
      editor.json('POST', decision, { id: work.id, email: user.email.toUpperCase(), decision: word, ...more });
    expect(await say('approved')).toMatchObject({ status: 200, body: { message: 'Article approved' } });
    expect(
      await say('rejected', { reasons: ['method', 'language'], note: 'Please read section two again.' }),
    ).toMatchObject({ status: 200, body: { message: 'Article rejected' } });
    await expect
      .poll(() => subjects(user.email))
      .toEqual(['We have received “Salt pans”', '“Salt pans” has been approved', '“Salt pans” has not been accepted']);
    const [, approved, rejected] = await mailsTo(user.email);
    expect(approved?.text).toContain(`${site.services.config.siteUrl}/research/${work.id}/`);
    expect(rejected?.text).toContain('the newsroom has changed its earlier decision');
    expect(rejected?.text).toContain('The method or the evidence does not carry the conclusions.');
    expect(rejected?.text).toContain('Please read section two again.');
    expect(rejected).toMatchObject({ replyTo: 'desk@newswing.example', from: expect.stringMatching(/^no-reply@/) });
    expect(await historyOf(work.id)).toMatchObject([
      { action: 'submit', from_state: null, to_state: 'pending', actor: user.name },
      { action: 'approve', from_state: 'pending', to_state: 'approved' },
      { action: 'reject', from_state: 'approved', to_state: 'rejected' },
    ]);
    const own = (await client.get('/api/submissions/own')).body.submissions[0];
    expect(own.history.at(-1)).toMatchObject({ reasons: ['method', 'language'], to: 'rejected' });
  });

  test('works: the same decision twice returns 200, with one mail and one row of history', async () => {
    const { user, client } = await newAuthor();
    const work = await submit(client);
    const editor = await site.as('admin');
    expect((await decide(editor, work.id, 'rejected')).status).toBe(200);
    expect((await decide(editor, work.id, 'rejected')).status).toBe(200);
    await expect.poll(() => subjects(user.email)).toHaveLength(2);
    expect(await historyOf(work.id)).toHaveLength(2);
  });

  test('works: the same decision by eight editors at once sends one mail', async () => {
    const { user, client } = await newAuthor();
    const work = await submit(client);
    const editors = await Promise.all(Array.from({ length: 8 }, () => site.as('editor')));
    const body = { id: work.id, email: user.email, decision: 'approved' };
    const answers = await Promise.all(editors.map((editor) => editor.json('POST', decision, body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    await expect.poll(() => subjects(user.email)).toHaveLength(2);
    expect(await historyOf(work.id)).toHaveLength(2);
    const { rows } = await site.db.execute(`SELECT id FROM outbox WHERE recipient = '${user.email}'`);
    expect(rows).toHaveLength(2);
  });

  test('works: conflicting decisions by eight editors lead to one state and a mail for every change', async () => {
    const { user, client } = await newAuthor();
    const work = await submit(client);
    const editors = await Promise.all(Array.from({ length: 8 }, () => site.as('editor')));
    await Promise.all(
      editors.map((editor, index) => {
        const word = index % 2 ? 'approved' : 'rejected';
        return editor.json('POST', decision, { id: work.id, email: user.email, decision: word });
      }),
    );
    const history = await historyOf(work.id);
    const { body } = await (await site.as('editor')).get(`/api/get-article-by-id?id=${work.id}`);
    expect(history.at(-1)).toMatchObject({ to_state: body.data.status });
    await expect.poll(() => subjects(user.email)).toHaveLength(history.length);
  });

  test('refuses everyone who has not logged in as an editor', async () => {
    const { user, client } = await newAuthor();
    const { id } = await submit(client);
    const body = { id, email: user.email, decision: 'approved' };
    expect((await site.visitor.json('POST', decision, body)).status).toBe(401);
    expect((await client.json('POST', decision, body)).status).toBe(403);
    const editor = await site.createUser('editor');
    const byUserLogin = await site.visitor.login('/api/newswings_login', editor.email, password);
    expect((await byUserLogin.json('POST', decision, body)).status).toBe(403);
  });

  test('rejects another e-mail, unknown values and unknown submissions', async () => {
    const { user, client } = await newAuthor();
    const { id } = await submit(client);
    const editor = await site.as('editor');
    const say = (changes: Record<string, unknown>) =>
      editor.json('POST', decision, { id, email: user.email, decision: 'approved', ...changes });
    expect(await say({ email: 'other@readers.test' })).toMatchObject({
      status: 422,
      body: { fields: { email: 'This is not the e-mail of the submission.' } },
    });
    expect((await say({ decision: 'pending' })).status).toBe(422);
    expect((await say({ decision: undefined })).status).toBe(422);
    expect((await say({ reasons: ['mood'] })).status).toBe(422);
    expect((await say({ note: 'x'.repeat(2001) })).status).toBe(422);
    expect((await say({ id: 2_147_483_647 })).status).toBe(404);
    expect((await say({ id: 'x' })).status).toBe(422);
    expect((await client.get(`/api/get-article-by-id?id=${id}`)).body.data.status).toBe('pending');
  });

  test('does not conflict with the news at /api/admin/{id}', async () => {
    expect((await site.visitor.get('/api/admin/decision')).status).toBe(404);
  });
});

describe('the review', () => {
  test('starts, requests changes and gets a new version; every step notifies the author', async () => {
    const { user, client } = await newAuthor();
    const work = await submit(client, { title: 'Tank levels', essay_file: docxFile() });
    const editor = await site.as('editor');
    const step = (name: string, body?: unknown) =>
      editor.json('POST', `/api/submissions/${work.id}/${name}`, body ?? {});
    expect((await step('review')).status).toBe(200);
    expect((await step('review')).status).toBe(200);
    expect((await step('changes', { note: ' ' })).status).toBe(422);
    expect((await step('changes', { note: 'Name the tanks.' })).status).toBe(200);

    const versions = `/api/submissions/${work.id}/versions`;
    const other = await site.as('reader');
    const files = async () => ({ essay_file: await pdfFile(), note: 'Named them.' });
    expect((await other.form('POST', versions, await files())).status).toBe(404);
    expect((await site.visitor.form('POST', versions, await files())).status).toBe(401);
    expect((await client.form('POST', versions, { note: 'Nothing.' })).status).toBe(422);
    expect((await client.form('POST', versions, { essay_file: await pdfFile('x.docx') })).status).toBe(415);
    const { status, body } = await client.form('POST', versions, await files());
    expect({ status, data: body.data }).toMatchObject({ status: 201, data: { status: 'pending', version: 2 } });
    expect((await client.form('POST', versions, await files())).status).toBe(403);

    const reviewed = (await editor.get(`/api/submissions/${work.id}`)).body;
    expect(reviewed.files).toMatchObject([
      { kind: 'essay', format: 'pdf', version: 2, replaced: false },
      { kind: 'bonafide', version: 1, replaced: false },
      { kind: 'essay', format: 'docx', version: 1, replaced: true },
    ]);
    expect(reviewed.history.map(({ action }: { action: string }) => action)).toEqual([
      'submit',
      'start_review',
      'ask_changes',
      'revise',
    ]);
    await expect
      .poll(() => subjects(user.email))
      .toEqual([
        'We have received “Tank levels”',
        'The review of “Tank levels” has begun',
        'Please change something in “Tank levels”',
        'We have received the new version of “Tank levels”',
      ]);
    expect((await mailsTo(user.email))[2]?.text).toContain('Name the tanks.');
  });

  test('a PDF of the old version does not replace the new version', async () => {
    const { client } = await newAuthor();
    const { id } = await submit(client, { essay_file: docxFile() });
    const editor = await site.as('editor');
    await editor.json('POST', `/api/submissions/${id}/changes`, { note: 'Name the tanks.' });
    const revised = await client.form('POST', `/api/submissions/${id}/versions`, { essay_file: docxFile('new.docx') });
    expect(revised.status).toBe(201);
    const attach = async (version: string) =>
      editor.form('POST', `/api/submissions/${id}/pdf`, { pdf: await pdfFile(), version });
    expect(await attach('1')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('newer version') },
    });
    expect((await editor.get(`/api/submissions/${id}`)).body.files).toContainEqual(
      expect.objectContaining({ filename: 'new.docx', replaced: false }),
    );
    expect((await attach('2')).status).toBe(201);
  });

  test('cannot start after the decision', async () => {
    const { client } = await newAuthor();
    const { id } = await submit(client);
    const editor = await site.as('editor');
    await decide(editor, id, 'approved');
    expect((await editor.json('POST', `/api/submissions/${id}/review`, {})).status).toBe(409);
    expect((await editor.json('POST', `/api/submissions/${id}/changes`, { note: 'More' })).status).toBe(409);
  });

  test('every transition except leave sends a notification', () => {
    expect(transitions.filter(({ notification }) => notification === null).map(({ action }) => action)).toEqual([
      'leave',
    ]);
  });

  test('no mail is sent for a failed transition', async () => {
    const { user, client } = await newAuthor();
    const { id } = await submit(client);
    await nextMail(site, user.email);
    const editor = await site.as('editor');
    await editor.json('POST', decision, { id, email: 'wrong@readers.test', decision: 'approved' });
    const { rows } = await site.db.execute(`SELECT id FROM outbox WHERE recipient = '${user.email}'`);
    expect(rows).toHaveLength(1);
  });
});

describe('an author’s own submissions', () => {
  test('include the place in the queue and the median time to a decision', async () => {
    const [first, second] = [await newAuthor(), await newAuthor()];
    const [ahead, behind] = [await submit(first.client), await submit(second.client)];
    const placeOf = async ({ client }: typeof first) =>
      (await client.get('/api/submissions/own')).body.submissions[0].queue_place;
    const [one, two] = [await placeOf(first), await placeOf(second)];
    expect(two).toBe(one + 1);
    site.advance(3 * 86_400_000);
    const editor = await site.as('editor');
    await decide(editor, ahead.id, 'rejected');
    expect(await placeOf(first)).toBeNull();
    expect(await placeOf(second)).toBe(one);
    const { body } = await second.client.get('/api/submissions/own');
    expect(body.median_days).toBeGreaterThan(0);
    expect(body.submissions).toMatchObject([{ id: behind.id, status: 'pending', certificate: null }]);
  });

  test('are refused to visitors', async () => {
    expect((await site.visitor.get('/api/submissions/own')).status).toBe(401);
  });
});
