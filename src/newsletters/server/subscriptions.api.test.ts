import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '#src/accounts/users/server/mailed-links.service.ts';
import { dayMs } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { newsletterFields } from '#test/factories/newsletters.ts';
import { allMail, countMails, nextMail, tokenIn } from '#test/mailbox.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { purgeNewsletters } from './newsletters.jobs.ts';

const site = siteForFile();
let editor: Client;
let admin: Client;

beforeAll(async () => {
  [editor, admin] = [await site.as('editor'), await site.as('admin')];
});
beforeEach(async () => {
  await site.change('TRUNCATE newsletters, newsletter_subscriptions RESTART IDENTITY CASCADE');
  await site.db.execute('TRUNCATE rate_limits');
});

const create = async (): Promise<number> =>
  (await admin.json('POST', '/api/newsletter-desk', newsletterFields())).body.id;
const ask = (email: string, ...newsletters: number[]) =>
  site.visitor.json('POST', '/api/newsletters/subscriptions', { email, newsletters });
const confirm = (token: string) => site.visitor.json('POST', '/api/newsletters/confirmation', { token });
const tokenFor = async (email: string) => tokenIn((await nextMail(site, email)).text, '/newsletters/confirm');
async function subscribe(email: string, ...newsletters: number[]) {
  expect((await ask(email, ...newsletters)).status).toBe(202);
  expect((await confirm(await tokenFor(email))).status).toBe(200);
}

describe('works', () => {
  test('an account’s export has its newsletters, and its deletion ends and deletes them', async () => {
    const id = await create();
    const user = await site.createUser('reader');
    const reader = await site.visitor.login('/api/newswings_login', user.email, password);
    await subscribe(user.email, id);
    await subscribe('asha@readers.test', id);
    const exported = await reader.get('/api/user/data');
    expect(exported.body.newsletters).toMatchObject([{ newsletter: 'Morning Brief', state: 'active' }]);
    expect((await reader.json('POST', '/api/user/delete', { password })).status).toBeLessThan(300);
    const { rows } = await site.db.execute('SELECT email FROM newsletter_subscriptions');
    expect(rows).toEqual([{ email: 'asha@readers.test' }]);
  });

  test('what has ended, or was never confirmed, is deleted', async () => {
    const id = await create();
    await subscribe('asha@readers.test', id);
    await ask('ravi@readers.test', id);
    await site.db.execute(
      "UPDATE newsletter_subscriptions SET state = 'ended', ended_at = now() WHERE state = 'active'",
    );
    const left = async () => (await site.db.execute('SELECT email FROM newsletter_subscriptions')).rows;
    site.advance(8 * dayMs);
    await site.services.jobs.send(purgeNewsletters, {});
    await expect.poll(left).toEqual([{ email: 'asha@readers.test' }]);
    site.advance(30 * dayMs);
    await site.services.jobs.send(purgeNewsletters, {});
    await expect.poll(left).toEqual([]);
  });
});

describe('refuses', () => {
  test('the answer does not say who has subscribed, and a mailbox is not flooded', async () => {
    const id = await create();
    await subscribe('known@readers.test', id);
    const [known, unknown] = [await ask('known@readers.test', id), await ask('ravi@readers.test', id)];
    expect(known.body).toEqual(unknown.body);
    await tokenFor('ravi@readers.test');
    expect(await allMail(site, 'known@readers.test')).toHaveLength(1);
    for (let n = 0; n < 6; n++) expect((await ask('ravi+x@readers.test', id)).body).toEqual(known.body);
    expect(await countMails(site, 'ravi+x@readers.test')).toBe(2); // and one to ravi@readers.test
  });

  test('a stranger’s requests do not end the link in the first mail, nor keep the owner from what he asks for', async () => {
    const [id, other] = [await create(), await create()];
    await ask('owner@readers.test', id);
    const first = await tokenFor('owner@readers.test');
    for (let n = 0; n < 6; n++) await ask('owner@readers.test', id);
    await ask('owner@readers.test', other); // no mail: it has had enough
    const { status, body } = await confirm(first);
    expect([status, body.newsletters.length]).toEqual([200, 2]);
    expect((await confirm(first)).status).toBe(410);
  });

  test('a link ends after seven days, and a forged one begins nothing', async () => {
    const id = await create();
    await ask('late@readers.test', id);
    const token = await tokenFor('late@readers.test');
    const [subscription = '', expires = '', key = ''] = token.split('-');
    for (const forged of [
      `${subscription}-${Number(expires) + 9}-${key}`,
      `${Number(subscription) + 1}-${expires}-${key}`,
    ])
      expect((await confirm(forged)).status).toBe(410);
    const restore = site.saveClock();
    site.advance(7 * dayMs + 60_000);
    expect((await confirm(token)).status).toBe(410);
    restore();
    expect((await confirm(token)).status).toBe(200);
  });

  test('a link that the version before has mailed begins its subscriptions', async () => {
    const id = await create();
    await ask('before@readers.test', id);
    const token = 'A'.repeat(43);
    await site.db.execute(`UPDATE newsletter_subscriptions SET token_hash = '${hashToken(token)}'`);
    expect((await confirm(token)).status).toBe(200);
  });

  test('nobody ends the subscription of another, or begins one without its link', async () => {
    const id = await create();
    await subscribe('asha@readers.test', id);
    const leave = (query: string) => site.visitor.send('POST', `/api/newsletters/unsubscription?${query}`);
    expect((await leave('subscription=1&key=AAAAAAAAAAAAAAAAAAAAAAAAAA')).status).toBe(403);
    expect((await leave('subscription=1&key=')).status).toBe(403);
    expect((await confirm('A'.repeat(43))).status).toBe(410);
    const [newsletter] = (await editor.get('/api/newsletter-desk')).body;
    expect(newsletter.subscribers).toBe(1);
  });
});

describe('rejects', () => {
  test.each([
    [{ email: 'no address' }, { email: 'Invalid email address' }],
    [{ newsletters: [] }, { newsletters: 'Please choose a newsletter.' }],
    [{ newsletters: [99] }, { newsletters: 'Please choose a newsletter.' }],
  ])('a request with %j', async (changes, fields) => {
    const id = await create();
    const body = { email: 'asha@readers.test', newsletters: [id], ...changes };
    expect(await site.visitor.json('POST', '/api/newsletters/subscriptions', body)).toMatchObject({
      status: 422,
      body: { fields },
    });
  });
});
