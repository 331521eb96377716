import { describe, expect, test } from 'vitest';
import { adultAge, minorsConsent } from '#src/accounts/users/accounts.settings.ts';
import { docxFile, pdfFile } from '#test/factories/documents.ts';
import { decide, submissionFields, submit } from '#test/factories/submissions.ts';
import { allMail, nextMail } from '#test/mailbox.ts';
import { withSettings } from '#test/settings.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { releaseConsented } from './submissions.jobs.ts';

const site = siteForFile();
const bornYearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`;

async function child(years = 15) {
  const user = await site.createUser('reader', { dob: bornYearsAgo(years) });
  return { user, client: await site.visitor.login('/api/newswings_login', user.email, password) };
}

let guardians = 0;
async function agree(client: Awaited<ReturnType<typeof child>>['client']) {
  guardians += 1;
  const email = `guardian${guardians}@readers.test`;
  await client.json('POST', '/api/user/guardian', { name: 'Leela', email });
  const [, token] = /guardian\?token=(\S+)/.exec((await nextMail(site, email)).text) ?? [];
  expect((await site.visitor.json('POST', '/api/guardian_consent', { token })).status).toBe(200);
}

const own = async (client: Awaited<ReturnType<typeof child>>['client']) =>
  (await client.get('/api/submissions/own')).body.submissions;

describe('a minor’s submission', () => {
  test('is accepted and awaits consent; then all submissions of the author enter the review', async () => {
    const { user, client } = await child();
    const first = await submit(client, { title: 'Kites over the ghat' });
    expect(first).toMatchObject({ status: 'pending', awaiting_consent: true });
    expect((await nextMail(site, user.email)).subject).toBe('“Kites over the ghat” waits for your guardian’s consent');
    await submit(client, { title: 'Second' });
    expect(await own(client)).toMatchObject([
      { awaiting_consent: true, queue_place: null },
      {
        awaiting_consent: true,
        queue_place: null,
        history: [{ action: 'submit_for_consent', to: 'awaiting_consent' }],
      },
    ]);
    await agree(client);
    const works = await own(client);
    expect(works).toMatchObject([
      { status: 'pending', awaiting_consent: false, queue_place: expect.any(Number) },
      { status: 'pending', awaiting_consent: false, queue_place: expect.any(Number) },
    ]);
    expect(works[1].history).toMatchObject([{}, { action: 'consent', from: 'awaiting_consent', to: 'pending' }]);
    expect(works[1].created_at > first.created_at).toBe(true); // its place in the queue counts from the consent
    await expect
      .poll(async () => (await allMail(site, user.email)).map(({ subject }) => subject))
      .toContain('We have received “Kites over the ghat”');
    expect((await submit(client)).awaiting_consent).toBe(false);
    expect((await decide(await site.as('editor'), first.id, 'approved')).status).toBe(200);
  });

  test('cannot be opened, reviewed or decided before the consent', async () => {
    const { client } = await child();
    const editor = await site.as('editor');
    const work = await submit(client, { essay_file: docxFile('a.docx') });
    const seen = (await editor.get(`/api/submissions/${work.id}`)).body;
    expect(seen).toMatchObject({
      awaiting_consent: true,
      files: [
        { path: null, pages: [] },
        { path: null, pages: [] },
      ],
    });
    for (const path of [seen.essay_file, seen.bonafide_file, `/submissions/${work.id}/text`])
      expect((await editor.get(`/api${path}`)).status, path).toBe(403);
    expect((await decide(editor, work.id, 'approved')).status).toBe(409);
    expect((await decide(editor, work.id, 'rejected')).status).toBe(409);
    expect((await editor.json('POST', `/api/submissions/${work.id}/review`, {})).status).toBe(409);
    expect((await editor.json('POST', `/api/submissions/${work.id}/changes`, { note: 'Shorter.' })).status).toBe(409);
    expect((await editor.form('POST', `/api/submissions/${work.id}/pdf`, { pdf: await pdfFile() })).status).toBe(409);
    const mine = (await client.get(`/api/get-article-by-id?id=${work.id}`)).body.data;
    expect((await client.get(`/api${mine.essay_file}`)).status).toBe(200);
    expect((await site.visitor.get(`/api/get-article-by-id?id=${work.id}`)).status).toBe(404);
  });

  test('is listed by its state in the review table, and not as pending', async () => {
    const { client } = await child();
    const { id } = await submit(client);
    const editor = await site.as('editor');
    const ids = async (state: string) =>
      (await editor.get(`/api/submissions?state=${state}`)).body.articles.map((article: { id: number }) => article.id);
    expect(await ids('awaiting_consent')).toContain(id);
    expect(await ids('pending')).not.toContain(id);
    expect((await editor.get('/api/submissions')).body.counts.awaiting_consent).toBeGreaterThan(0);
  });

  test('can be withdrawn by its author and deleted by editors', async () => {
    const { client } = await child();
    const [one, two] = [await submit(client), await submit(client)];
    expect((await client.delete(`/api/delete-article/${one.id}`)).status).toBe(200);
    expect((await (await site.as('editor')).delete(`/api/delete-article/${two.id}`)).status).toBe(200);
    await agree(client);
    expect(await own(client)).toEqual([]);
  });

  test('is unaffected by the consent of another child’s guardian', async () => {
    const [one, other] = [await child(), await child()];
    await submit(one.client);
    await submit(other.client);
    await agree(other.client);
    expect(await own(one.client)).toMatchObject([{ awaiting_consent: true }]);
  });
});

describe('the settings', () => {
  test('set the age from which no consent is needed, and release waiting submissions', async () => {
    const { client } = await child(16);
    await submit(client);
    await withSettings(site, [[adultAge, 16]], async () => {
      expect((await client.get('/api/user/me')).body.guardian).toBe('not_needed');
      expect((await submit(client)).awaiting_consent).toBe(false);
      await site.services.jobs.send(releaseConsented, {});
      await expect
        .poll(async () => (await own(client)).map((work: { awaiting_consent: boolean }) => work.awaiting_consent))
        .toEqual([false, false]);
    });
  });

  test('can disable the requirement of consent', async () => {
    const { client } = await child(15);
    await withSettings(site, [[minorsConsent, 'not_required']], async () => {
      expect((await submit(client)).awaiting_consent).toBe(false);
    });
    expect(
      (await client.form('POST', '/api/create-article', await submissionFields())).body.data.awaiting_consent,
    ).toBe(true);
  });
});
