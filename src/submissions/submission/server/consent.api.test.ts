import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { minorsConsent } from '#src/accounts/users/accounts.settings.ts';
import { expireWaiting, releaseConsented } from '#src/submissions/author/server/submissions.jobs.ts';
import { submissionFields, submit } from '#test/factories/submissions.ts';
import { untilBlocked } from '#test/locks.ts';
import { allMail, nextMail } from '#test/mailbox.ts';
import { withSettings } from '#test/settings.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { consentWaitDays } from '../submissions.settings.ts';
import { renderMissingPages } from './essay-pages.jobs.ts';

const site = siteForFile();
const day = 86_400_000;

async function child() {
  const user = await site.createUser('reader', { dob: `${new Date().getFullYear() - 15}-01-01` });
  return { user, client: await site.visitor.login('/api/newswings_login', user.email, password) };
}
type Child = Awaited<ReturnType<typeof child>>;

/** The token in the mail that asks this child's guardian for consent. */
async function asked({ user, client }: Child) {
  const email = `guardian-of-${user.id}@readers.test`;
  await client.json('POST', '/api/user/guardian', { name: 'Leela', email });
  return /guardian\?token=(\S+)/.exec((await nextMail(site, email)).text)?.[1] as string; // the mail always contains it
}
const agree = (token: string) => site.visitor.json('POST', '/api/guardian_consent', { token });

const own = async ({ client }: Child) => (await client.get('/api/submissions/own')).body.submissions;

/** The number of rendered pages of a submission's files, and of jobs to render them. */
async function drawingOf(id: number) {
  const files = sql`SELECT id FROM submission_files WHERE submission_id = ${id}`;
  const { rows } = await site.db.execute(sql`SELECT
    (SELECT sum(pages)::integer FROM submission_files WHERE submission_id = ${id}) AS pages,
    (SELECT count(*)::integer FROM jobs.job WHERE name = 'submissions.draw-pages' AND (data->>'fileId')::integer IN (${files})) AS jobs`);
  return rows[0];
}

const jobsAreDone = (name: string) =>
  expect
    .poll(async () => {
      const open = sql`SELECT id FROM jobs.job WHERE name = ${name} AND state < 'completed'`;
      return (await site.db.execute(open)).rows;
    })
    .toEqual([]);

describe('the pages of a minor’s submission', () => {
  test('are rendered after the guardian has consented, and not before', async () => {
    const author = await child();
    const { id } = await submit(author.client);
    site.advance(day);
    await site.services.jobs.send(renderMissingPages, {});
    await jobsAreDone(renderMissingPages.name);
    site.advance(-day);
    expect(await drawingOf(id)).toEqual({ pages: 0, jobs: 0 });
    expect((await agree(await asked(author))).status).toBe(200);
    await expect.poll(() => drawingOf(id)).toEqual({ pages: 2, jobs: 2 });
  });

  test('are rendered when a changed setting makes consent unnecessary', async () => {
    const { id } = await submit((await child()).client);
    await withSettings(site, [[minorsConsent, 'not_required']], async () => {
      await site.services.jobs.send(releaseConsented, {});
      await expect.poll(() => drawingOf(id)).toEqual({ pages: 2, jobs: 2 });
    });
  });
});

describe('a submission without the guardian’s consent', () => {
  test('is deleted after the configured number of days, and its author is notified', async () => {
    const author = await child();
    const { id } = await submit(author.client, { title: 'Kites over the ghat' });
    expect((await nextMail(site, author.user.email)).text).toContain('within 90 days');
    const expire = async (days: number) => {
      site.advance(days * day);
      await site.services.jobs.send(expireWaiting, {});
      await jobsAreDone(expireWaiting.name);
      site.advance(-days * day);
    };
    await expire(89);
    expect(await own(author)).toMatchObject([{ id, awaiting_consent: true }]);
    await withSettings(site, [[consentWaitDays, 120]], () => expire(91));
    expect(await own(author)).toHaveLength(1);
    await expire(91);
    expect(await own(author)).toEqual([]);
    const { rows } = await site.db.execute(sql`SELECT title, state FROM submissions WHERE id = ${id}`);
    expect(rows).toEqual([{ title: '', state: 'deleted' }]);
    expect((await site.db.execute(sql`SELECT id FROM submission_files WHERE submission_id = ${id}`)).rows).toEqual([]);
    await expect
      .poll(async () => (await allMail(site, author.user.email)).map(({ subject }) => subject))
      .toContain('“Kites over the ghat” has been deleted: no consent has come');
  });

  test('is retained if the guardian has consented in time', async () => {
    const author = await child();
    const { id } = await submit(author.client);
    await agree(await asked(author));
    site.advance(100 * day);
    await site.services.jobs.send(expireWaiting, {});
    await jobsAreDone(expireWaiting.name);
    site.advance(-100 * day);
    expect(await own(author)).toMatchObject([{ id, awaiting_consent: false }]);
  });
});

/** Runs `during` while a transaction locks the account of an author, then makes `change` and releases the lock. */
async function whileHeld({ user }: Child, during: () => Promise<unknown>[], change = sql`SELECT 1`) {
  let waiting: Promise<unknown>[] = [];
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT id FROM users WHERE id = ${user.id} FOR UPDATE`);
    waiting = during();
    await untilBlocked(site, waiting.length);
    await tx.execute(change);
  });
  return Promise.all(waiting);
}

describe('concurrent requests', () => {
  test('a consent given during an upload also applies to that submission', async () => {
    const author = await child();
    const fields = await submissionFields();
    const consented = sql`UPDATE users SET guardian_consent_at = now() WHERE id = ${author.user.id}`;
    await whileHeld(author, () => [author.client.form('POST', '/api/create-article', fields)], consented);
    expect(await own(author)).toMatchObject([{ awaiting_consent: false }]);
  });

  test('a consent and a withdrawal run one after the other, and both succeed', async () => {
    const author = await child();
    const { id } = await submit(author.client);
    const token = await asked(author);
    let both: Promise<{ status: number }>[] = [];
    await site.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT id FROM submissions WHERE id = ${id} FOR UPDATE`);
      both = [author.client.delete(`/api/delete-article/${id}`)];
      await untilBlocked(site, 1);
      both.push(agree(token));
      await untilBlocked(site, 2);
    });
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await own(author)).toEqual([]);
  });

  test('a submission is not stored if its author deletes the account during the upload', async () => {
    const author = await child();
    const fields = await submissionFields();
    const [answer] = await whileHeld(
      author,
      () => [author.client.form('POST', '/api/create-article', fields)],
      sql`UPDATE users SET deleted_at = now(), disabled_at = now() WHERE id = ${author.user.id}`,
    );
    expect(answer).toMatchObject({ status: 401 });
    const { rows } = await site.db.execute(sql`SELECT id FROM submissions WHERE author_id = ${author.user.id}`);
    expect(rows).toEqual([]);
  });
});
