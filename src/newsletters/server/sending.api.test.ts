import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Context } from '#src/platform/context.ts';
import { startSite } from '#src/site/site.ts';
import type { Client } from '#test/client.ts';
import { composeIssue } from '#test/factories/newsletters.ts';
import { interruptible } from '#test/interruptible.ts';
import { openTestSite, type TestSite } from '#test/site.ts';
import { restoreAfterEach } from '#test/site-hooks.ts';
import { openSink, type Sink } from '#test/smtp-sink.ts';
import { sendCopies } from './sending.service.ts';

let sink: Sink;
let site: TestSite;
let editor: Client;

beforeAll(async () => {
  sink = await openSink();
  site = await openTestSite(startSite, inject('postgres'), { SMTP_URL: sink.url, SITE_URL: 'https://paper.example' });
  editor = await site.as('admin');
});
restoreAfterEach(() => site);
afterAll(async () => {
  await site.close();
  await sink.close();
});
beforeEach(async () => {
  await site.change('TRUNCATE newsletters, newsletter_subscriptions, newsletter_issues RESTART IDENTITY CASCADE');
  sink.reset();
});

const many = Array.from({ length: 300 }, (_, number) => `reader${number}@readers.test`);
const [first = ''] = many;

/** An issue whose copies for these readers wait to be sent, without its job. */
async function openIssue(readers: string[]): Promise<number> {
  const id = await composeIssue(editor);
  const emails = readers.map((email) => `('${email}')`).join();
  await site.db.execute(`INSERT INTO newsletter_subscriptions (newsletter_id, email, state, requested_at, confirmed_at)
    SELECT newsletter_id, email, 'active', now(), now() FROM newsletter_issues, (VALUES ${emails}) AS reader (email)`);
  await site.db.execute(`INSERT INTO newsletter_copies (issue_id, subscription_id, state, at)
    SELECT ${id}, id, 'waiting', now() FROM newsletter_subscriptions`);
  await site.db.execute("UPDATE newsletter_issues SET state = 'sending'");
  return id;
}
/** One run of the job. */
const send = (id: number, signal = new AbortController().signal) => sendCopies(interruptible(site, signal), id);
/** How many copies are in which state. */
async function states(): Promise<Record<string, number>> {
  const { rows } = await site.db.execute<{ state: string; n: number }>(
    'SELECT state, count(*)::int AS n FROM newsletter_copies GROUP BY 1',
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}
const sent = async () => (await states()).sent ?? 0;
const issueState = async (id: number) => (await editor.get(`/api/newsletter-desk/issues/${id}`)).body.state;
const refusals = async () => {
  const { rows } = await site.db.execute('SELECT email, state, refusals FROM newsletter_subscriptions ORDER BY email');
  return rows;
};
const advance = () => site.advance(6 * 60_000); // until claimed copies count as abandoned

describe('works', () => {
  test('who is refused for good three times gets no more; who is put off gets it later', async () => {
    const id = await openIssue(['busy@readers.test', 'gone@readers.test']);
    await site.db.execute("UPDATE newsletter_subscriptions SET refusals = 2 WHERE email = 'gone@readers.test'");
    sink.refuse('gone@readers.test', 550);
    sink.refuse('busy@readers.test', 451);
    expect(await send(id)).toBe(300);
    expect(await states()).toEqual({ failed: 1, sending: 1 });
    advance();
    expect(await send(id)).toBeUndefined();
    expect([await states(), await issueState(id)]).toEqual([{ failed: 1, sent: 1 }, 'sent']);
    expect(sink.mailsTo('busy@readers.test')).toHaveLength(1);
    expect(await refusals()).toEqual([
      { email: 'busy@readers.test', state: 'active', refusals: 0 },
      { email: 'gone@readers.test', state: 'ended', refusals: 3 },
    ]);
  });

  test('a copy that another process has taken meanwhile is broken off before its end', async () => {
    const id = await openIssue([first]);
    const release = sink.hold(first);
    const run = send(id);
    const taken = "UPDATE newsletter_copies SET at = at + interval '1 ms' WHERE state = 'sending'";
    await expect.poll(async () => (await site.db.execute(taken)).rowCount).toBe(1);
    release();
    await run;
    expect([sink.brokenOff(), sink.mailsTo(first)]).toEqual([1, []]);
    advance();
    await send(id);
    expect(await states()).toEqual({ sent: 1 });
    expect(sink.mailsTo(first)).toHaveLength(1);
  });

  test('an interrupted run ends after the copies that are on their way, and releases what it has claimed', async () => {
    const id = await openIssue(many);
    const interrupt = new AbortController();
    const run = send(id, interrupt.signal);
    await expect.poll(sent).toBeGreaterThan(0);
    interrupt.abort();
    await expect(run).rejects.toThrow('aborted');
    const left = await states();
    expect(Object.keys(left).toSorted()).toEqual(['sent', 'waiting']);
    expect(left.sent).toBeLessThan(many.length / 2);
  });

  test('a run that was interrupted before it began sends nothing', async () => {
    const id = await openIssue([first]);
    await expect(send(id, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(await states()).toEqual({ waiting: 1 });
  });

  test('an issue that is stopped is not sent on, not even what has been claimed', async () => {
    const id = await openIssue(many);
    const run = send(id);
    await expect.poll(sent).toBeGreaterThan(0);
    expect((await editor.json('POST', `/api/newsletter-desk/issues/${id}/stop`, {})).status).toBe(200);
    const before = await sent();
    await run;
    expect(await issueState(id)).toBe('stopped');
    expect(await sent()).toBeLessThanOrEqual(before + 4); // copies whose last line was being sent
  });

  test('a server that takes no more from the site for now puts the copies off', async () => {
    const id = await openIssue([first]);
    sink.refuseAll('sender', 450);
    expect(await send(id)).toBe(300);
    expect(await states()).toEqual({ sending: 1 });
  });

  test.each([
    ['the content', () => sink.refuseAll('content', 554)],
    ['the sender when it hears of the recipient', () => sink.refuseAll('relaying', 554)],
  ])('a server that refuses %s fails the copies, and that counts against no reader', async (_, refuse) => {
    const id = await openIssue([first]);
    refuse();
    await send(id);
    expect(await states()).toEqual({ failed: 1 });
    expect(await refusals()).toEqual([{ email: first, state: 'active', refusals: 0 }]);
  });
});

describe('fails', () => {
  test('with a server that takes nothing from the site, and that counts against no reader', async () => {
    const id = await openIssue([first]);
    sink.refuseAll('sender', 550);
    await expect(send(id)).rejects.toThrow('Not from you');
    expect(await states()).toEqual({ waiting: 1 });
    expect(await refusals()).toEqual([{ email: first, state: 'active', refusals: 0 }]);
  });

  test('if what became of a copy cannot be stored, after the copies that are on their way', async () => {
    const id = await openIssue(many);
    sink.refuse(first, 550);
    const ctx = interruptible(site, new AbortController().signal);
    const db = Object.assign(Object.create(ctx.db) as Context['db'], {
      transaction: () => Promise.reject(new Error('The database is away')),
    });
    await expect(sendCopies({ ...ctx, db }, id)).rejects.toThrow('The database is away');
    expect(await states()).toMatchObject({ failed: 1, waiting: expect.any(Number) });
  });
});
