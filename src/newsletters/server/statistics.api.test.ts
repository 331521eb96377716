import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isoDate, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { newsletterFields } from '#test/factories/newsletters.ts';
import { createStory } from '#test/factories/stories.ts';
import { nextMail, tokenIn } from '#test/mailbox.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { fewestReaders } from '../newsletters.rules.ts';
import { purgeNewsletters } from './newsletters.jobs.ts';
import { leaveQuery } from './unsubscribe-links.service.ts';

const site = siteForFile();
let editor: Client;
let admin: Client;

beforeAll(async () => {
  [editor, admin] = [await site.as('editor'), await site.as('admin')];
});
beforeEach(async () => {
  await site.change(
    'TRUNCATE newsletters, newsletter_subscriptions, newsletter_reads, story_reads RESTART IDENTITY CASCADE',
  );
  await site.db.execute('TRUNCATE rate_limits');
});

const create = async (name: string): Promise<number> =>
  (await admin.json('POST', '/api/newsletter-desk', newsletterFields({ name }))).body.id;
const statistics = async () => (await editor.get('/api/newsletter-desk/figures')).body;
const thisMonth = async (place = 0) => (await statistics())[place].months.at(-1);
async function subscribe(email: string, ...newsletters: number[]) {
  await site.visitor.json('POST', '/api/newsletters/subscriptions', { email, newsletters });
  const token = tokenIn((await nextMail(site, email)).text, '/newsletters/confirm');
  expect((await site.visitor.json('POST', '/api/newsletters/confirmation', { token })).status).toBe(200);
}
const subscriptionOf = async (email: string): Promise<number> =>
  Number((await site.db.execute(`SELECT id FROM newsletter_subscriptions WHERE email = '${email}'`)).rows[0]?.id);
const leave = (subscription: number) =>
  site.visitor.send('POST', `/api/newsletters/unsubscription${leaveQuery(site.services.signedUrls, subscription)}`);
const addReaders = (newsletter: number, count: number) =>
  site.db.execute(`INSERT INTO newsletter_subscriptions (newsletter_id, email, state, requested_at, confirmed_at)
    SELECT ${newsletter}, 'reader' || n || '@readers.test', 'active', now(), now() FROM generate_series(1, ${count}) AS n`);

describe('works', () => {
  test('who joined and left is counted once, and stays counted when it is deleted', async () => {
    const [first, second] = [await create('First'), await create('Second')];
    for (const email of ['asha@readers.test', 'ravi@readers.test']) await subscribe(email, first);
    await subscribe('mira@readers.test', first, second);
    await site.visitor.json('POST', '/api/newsletters/subscriptions', {
      ...{ email: 'never@readers.test', newsletters: [first] },
    });
    await leave(await subscriptionOf('never@readers.test')); // never began
    const asha = await subscriptionOf('asha@readers.test');
    for (let times = 0; times < 2; times++) await leave(asha);
    await site.change('DELETE FROM newsletter_subscriptions');
    expect(await thisMonth(0)).toMatchObject({ joined: 3, left: 1, refused: 0 });
    expect(await thisMonth(1)).toMatchObject({ joined: 1, left: 0 });
  });

  test('copies stay counted when they and their readers are deleted', async () => {
    const id = await create('Copies');
    await addReaders(id, 4);
    const day = isoDate(site.services.now());
    await site.db.execute(`
      WITH issue AS (INSERT INTO newsletter_issues (newsletter_id, day, due_at, state, version, subject, intro, story_ids, sent_at)
        VALUES (${id}, '${day}', now() - interval '2 hours', 'sent', 1, 'One', '', '{}', now() - interval '2 hours') RETURNING id)
      INSERT INTO newsletter_copies (issue_id, subscription_id, state, at)
      SELECT issue.id, reader.id, (CASE WHEN reader.id = 1 THEN 'failed' WHEN reader.id = 2 THEN 'waiting' ELSE 'sent' END)::newsletter_copy_state, now()
      FROM issue, newsletter_subscriptions AS reader`);
    const counted = { issues: 1, delivered: 2, failed: 1 };
    expect(await thisMonth()).toMatchObject(counted);
    await site.services.jobs.send(purgeNewsletters, {});
    const stored = 'SELECT copies, delivered, failed FROM newsletter_issues';
    await expect
      .poll(async () => (await site.db.execute(stored)).rows)
      .toEqual([{ copies: 4, delivered: 2, failed: 1 }]);
    await site.change('DELETE FROM newsletter_copies');
    await site.change('DELETE FROM newsletter_subscriptions');
    expect(await thisMonth()).toMatchObject(counted);
    const [newsletter] = (await editor.get('/api/newsletter-desk')).body;
    expect(newsletter.issues).toMatchObject([{ copies: 4, sent: 2, refused: 1 }]);
  });

  test('reads by a link in a newsletter are counted for it, once it has enough readers', async () => {
    const id = await create('Read');
    const { id: story } = await createStory(editor, { status: 'published' });
    const read = (query: object) =>
      site.visitor.send('POST', `/api/reads?${new URLSearchParams({ story: `${story}`, language: 'en', ...query })}`);
    for (const newsletter of [`${id}`, `${id}`, '77']) expect((await read({ newsletter })).status).toBe(204);
    expect((await read({ from: 'mail.google.com' })).status).toBe(204);
    const { sources } = (await editor.get('/api/readership')).body;
    expect(sources).toEqual([
      { source: 'newsletter', reads: 3 },
      { source: 'mail', reads: 1 },
    ]);
    await addReaders(id, fewestReaders - 1);
    expect((await thisMonth()).reads).toBeNull();
    await site.db.execute(`UPDATE newsletter_subscriptions SET email = 'other' || email`);
    await addReaders(id, 1);
    expect((await thisMonth()).reads).toBe(2);
  });

  test('they are a table for spreadsheets, which run nothing of it', async () => {
    await create('=1+1');
    const { body, headers } = await editor.get('/api/newsletter-desk/figures.csv');
    expect(headers.get('content-type')).toContain('text/csv');
    const [head, ...rows] = Buffer.from(body).toString().trim().split('\r\n');
    expect(head).toContain('Name,Month,Readers,Joined,Left');
    expect(rows).toHaveLength(12);
    const month = isoDate(startOfDayInIndia(isoDate(site.services.now()))).slice(0, 7);
    expect(rows.at(-1)).toBe(`1,'=1+1,${month},0,0,0,0,0,0,0,`);
  });
});

describe('rejects', () => {
  test.each(['0', '1000', '1.5', 'x'])('a read with the newsletter %s', async (newsletter) => {
    const query = new URLSearchParams({ story: '1', language: 'en', newsletter });
    expect((await site.visitor.send('POST', `/api/reads?${query}`)).status).toBe(422);
  });
});
