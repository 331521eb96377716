import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { startSite } from '#src/site/site.ts';
import type { Client } from '#test/client.ts';
import { permanent, temporary } from '#test/factories/bounces.ts';
import { composeIssue, newsletterFields } from '#test/factories/newsletters.ts';
import { openTestSite, type TestSite } from '#test/site.ts';
import { restoreAfterEach } from '#test/site-hooks.ts';
import { openSink, type Sink } from '#test/smtp-sink.ts';
import { bounceBytes } from '../bounces.rules.ts';
import { type BounceSite, runBounce } from './bounces.service.ts';

const reader = 'gone@readers.test';
const counted = 'The bounce was counted.';
let sink: Sink;
let site: TestSite;
let admin: Client;
let newsletter: number;
let running: BounceSite;

beforeAll(async () => {
  sink = await openSink();
  const env = { SMTP_URL: sink.url, SITE_URL: 'https://paper.example', MAIL_BOUNCES: 'Bounces@mail.paper.example' };
  site = await openTestSite(startSite, inject('postgres'), env);
  admin = await site.as('admin');
  running = { config: site.services.config, databaseUrl: site.databaseUrl };
});
restoreAfterEach(() => site);
afterAll(async () => {
  await site.close();
  await sink.close();
});
beforeEach(async () => {
  await site.change('TRUNCATE newsletters, stories RESTART IDENTITY CASCADE');
  sink.reset();
  newsletter = (await admin.json('POST', '/api/newsletter-desk', newsletterFields())).body.id;
  await site.db.execute(`INSERT INTO newsletter_subscriptions (newsletter_id, email, state, requested_at, confirmed_at)
    SELECT ${newsletter}, email, 'active', now(), now() FROM unnest(ARRAY['${reader}', 'asha@readers.test']) AS email`);
});

/** Sends an issue to both readers. Returns the envelope sender of the copy for one of them. */
async function sendIssue(to = reader): Promise<string> {
  const before = sink.sendersTo(to).length;
  const id = await composeIssue(admin, newsletter);
  await admin.json('POST', `/api/newsletter-desk/issues/${id}/send`, { version: 1 });
  await expect.poll(async () => (await admin.get(`/api/newsletter-desk/issues/${id}`)).body.state).toBe('sent');
  await site.db.execute(`UPDATE newsletter_issues SET day = day - ${id}::integer`); // the next one is of another day
  return sink.sendersTo(to)[before] ?? '';
}
/** `npm run bounce -- ADDRESS < mail`. */
async function bounce(address: string, mail: string | Iterable<Buffer>, site: Partial<BounceSite> = {}) {
  let output = '';
  const pieces = typeof mail === 'string' ? [Buffer.from(mail)] : mail;
  const streams = { stdin: Readable.from(pieces), stdout: { write: (text: string) => (output += text) } };
  const code = await runBounce({ ...running, ...site }, [address], streams);
  return { code, output: output.trim() };
}
const subscriptions = async () =>
  (await site.db.execute('SELECT email, state, refusals FROM newsletter_subscriptions ORDER BY email')).rows;
const bystander = { email: 'asha@readers.test', state: 'active', refusals: 0 };

describe('works', () => {
  test('each copy has a signed envelope sender; three issues that come back end the subscription', async () => {
    const kinds = Object.values(permanent);
    expect(kinds).toHaveLength(3);
    for (const [place, mail] of kinds.entries()) {
      const address = await sendIssue();
      expect(address).toMatch(/^Bounces\+\d+-\d+-[a-z2-7]{16}@mail\.paper\.example$/);
      const first = await bounce(place === 0 ? address.toUpperCase() : address, mail); // some servers change its case
      expect(first).toEqual({ code: 0, output: counted });
      expect((await bounce(address, mail)).output).toContain('counted before');
      const state = place === 2 ? 'ended' : 'active';
      expect(await subscriptions()).toEqual([bystander, { email: reader, state, refusals: place + 1 }]);
    }
    const [{ months }] = (await admin.get('/api/newsletter-desk/figures')).body;
    const sum = (key: string) =>
      months.reduce((all: number, month: Record<string, number>) => all + (month[key] ?? 0), 0);
    expect([sum('delivered'), sum('failed'), sum('refused')]).toEqual([3, 3, 1]);
    expect(await sendIssue('asha@readers.test')).toContain('@mail.paper.example');
    expect(sink.mailsTo(reader)).toHaveLength(3);
  });

  test('an issue that arrives between them begins the count anew', async () => {
    for (const mail of [permanent.Postfix, '', permanent.Exim, permanent.Exchange])
      await bounce(await sendIssue(), mail);
    await sendIssue();
    expect(await subscriptions()).toEqual([bystander, { email: reader, state: 'active', refusals: 2 }]);
  });

  test('a returned copy corrects counts that have been stored', async () => {
    const address = await sendIssue();
    await site.db.execute('UPDATE newsletter_issues SET copies = 2, delivered = 2, failed = 0');
    await bounce(address, permanent.Postfix);
    const [{ issues }] = (await admin.get('/api/newsletter-desk')).body;
    expect(issues).toMatchObject([{ copies: 2, sent: 1, refused: 1 }]);
  });

  test('of a mail that is too long the beginning is read', async () => {
    const address = await sendIssue();
    expect((await bounce(address, permanent.Postfix + 'x'.repeat(3 * bounceBytes))).output).toBe(counted);
  });

  test('while there is no database the mail server tries again later', async () => {
    const address = await sendIssue();
    expect((await bounce(address, permanent.Exim, { databaseUrl: undefined })).code).toBe(75);
    expect(await subscriptions()).toContainEqual({ email: reader, state: 'active', refusals: 0 });
  });
});

describe('refuses', () => {
  test('what the site has not signed, for another copy too', async () => {
    const address = await sendIssue();
    const [, issue, subscription, signature] = /\+(\d+)-(\d+)-([a-z2-7]+)@/.exec(address) ?? [];
    const other = Number(subscription) === 1 ? 2 : 1;
    for (const forged of [
      `bounces+${issue}-${other}-${signature}@mail.paper.example`,
      `bounces+${Number(issue) + 1}-${subscription}-${signature}@mail.paper.example`,
      `bounces+${issue}-${subscription}-${'a'.repeat(16)}@mail.paper.example`,
      `bounces+${issue}-${subscription}-${signature?.slice(0, 8)}@mail.paper.example`,
      `bounces+${issue}-${subscription}-${site.services.signedUrls.hmac(`newsletter subscription ${subscription}`, 16)}@mail.paper.example`,
      'bounces@mail.paper.example',
      '',
    ]) {
      const { code, output } = await bounce(forged, permanent.Postfix);
      expect([code, output]).toEqual([0, expect.stringContaining('none that this site has signed')]);
    }
    expect(await subscriptions()).toEqual([bystander, { email: reader, state: 'active', refusals: 0 }]);
  });
});

describe('rejects', () => {
  test('what reports no permanent failure', async () => {
    const address = await sendIssue();
    for (const [kind, mail] of Object.entries(temporary)) {
      const { code, output } = await bounce(address, mail);
      expect([kind, code, output]).toEqual([kind, 0, expect.stringContaining('no report of a permanent failure')]);
    }
    expect(await subscriptions()).toEqual([bystander, { email: reader, state: 'active', refusals: 0 }]);
  });

  // A mail is parsed up to `bounceBytes`, which bounds memory and time: parsing all of these takes seconds.
  test('what takes the parser the longest', async () => {
    const fill = (piece: string) => piece.repeat(bounceBytes / piece.length);
    const report =
      'Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\naction:';
    const hostile = {
      'headers without end': fill('a: b\n'),
      'groups of addresses': `To: ${fill('a:b;')}`,
      'thousands of parts': `Content-Type: multipart/mixed; boundary=b\n\n${fill('--b\n\n')}`,
      'mails in mails': fill('Content-Type: message/rfc822\n\n'),
      'a report of blank lines': report + fill(' \n'),
      'an unknown character set': `Content-Type: text/plain; charset="\u001b[2J"\n\n${fill('\u00ff')}`,
    };
    const address = await sendIssue();
    for (const [kind, mail] of Object.entries(hostile)) {
      const { code, output } = await bounce(address, mail);
      expect([kind, code, output]).toEqual([kind, 0, expect.stringContaining('no report of a permanent failure')]);
    }
  });

  test('gigabytes, which are read to their end, but not into memory', async () => {
    const piece = Buffer.alloc(1_000_000, 'Subject: x\n');
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const pieces = function* () {
      for (let n = 0; n < 2000; n += 1) {
        yield piece;
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      }
    };
    expect((await bounce(await sendIssue(), pieces())).code).toBe(0);
    expect(most).toBeLessThan(50_000_000);
  });
});
