import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { runningPostgres } from '#src/platform/postgres/server.ts';
import type { Client } from '../client.ts';
import { permanent } from '../factories/bounces.ts';
import { composeIssue } from '../factories/newsletters.ts';
import { openSink } from '../smtp-sink.ts';
import { logIn, main, newSiteFolder, start, stop } from './program.ts';

async function openReceivingSink() {
  const sink = await openSink();
  onTestFinished(() => sink.close());
  return sink;
}

/** The rows of the last statement. */
async function inDatabase(dataDir: string, ...statements: string[]): Promise<object[]> {
  const pool = new Pool({ connectionString: await runningPostgres(dataDir) });
  try {
    let rows: object[] = [];
    for (const statement of statements) rows = (await pool.query(statement)).rows;
    return rows;
  } finally {
    await pool.end();
  }
}

const addressOf = (number: number) => `reader${number}@readers.test`;

/** Begins to send an issue to this number of readers, as fast as possible. */
async function sendIssue(editor: Client, dataDir: string, readers: number) {
  await editor.json('PUT', '/api/settings', { values: { 'newsletters.per_minute': 60_000 } });
  const id = await composeIssue(editor);
  await inDatabase(
    dataDir,
    `INSERT INTO newsletter_subscriptions (newsletter_id, email, state, requested_at, confirmed_at)
    SELECT newsletter_id, 'reader' || n || '@readers.test', 'active', now(), now()
    FROM newsletter_issues, generate_series(1, ${readers}) AS n`,
  );
  const { status } = await editor.json('POST', `/api/newsletter-desk/issues/${id}/send`, { version: 1 });
  expect(status).toBe(202);
}

// What a killed process leaves is taken over after minutes: its job without a heartbeat, and the copies that it had claimed.
const takeOver = (killed: Date) => [
  `UPDATE newsletter_copies SET at = at - interval '10 minutes' WHERE state = 'sending' AND at < '${killed.toISOString()}'`,
  "UPDATE jobs.job SET state = 'created', start_after = now() WHERE name = 'newsletters.send' AND state <> 'completed'",
];
const open = "SELECT FROM newsletter_copies WHERE state IN ('waiting', 'sending')";

const kills = process.env.THOROUGH ? 20 : 2;
const readers = 1500;

test(
  `a newsletter whose process is killed ${kills} times reaches nobody twice`,
  async () => {
    const sink = await openReceivingSink();
    const dataDir = await newSiteFolder();
    const received = () => Array.from({ length: readers }, (_, n) => sink.mailsTo(addressOf(n + 1)).length);
    const reached = () => received().filter((count) => count > 0).length;
    let running = await start(dataDir, { SMTP_URL: sink.url });
    await sendIssue(await logIn(running), dataDir, readers);
    for (let kill = 1; kill <= kills; kill++) {
      const enough = reached() + (readers / (kills + 1)) * (0.5 + Math.random() / 2);
      await expect.poll(reached, { interval: 1 }).toBeGreaterThan(enough);
      await stop(running, 'SIGKILL');
      const killed = new Date();
      running = await start(dataDir, { SMTP_URL: sink.url });
      await inDatabase(dataDir, ...takeOver(killed));
    }
    await expect.poll(() => inDatabase(dataDir, open), { interval: 500 }).toEqual([]);
    await stop(running);
    expect(received().filter((count) => count > 1)).toEqual([]);
    // Between a copy's mark and its last line a kill loses it; no more than one copy can be there (decision 168).
    const forgotten = readers - reached();
    expect(forgotten).toBeLessThanOrEqual(kills);
    if (process.env.THOROUGH) process.stdout.write(`${forgotten} of ${readers} readers forgotten in ${kills} kills\n`);
  },
  kills * 60_000,
);

test('the mail server pipes a newsletter that comes back to the running site, and is told to try again without one', async () => {
  const sink = await openReceivingSink();
  const dataDir = await newSiteFolder();
  const env = { SMTP_URL: sink.url, MAIL_BOUNCES: 'bounces@paper.example' };
  const running = await start(dataDir, env);
  await sendIssue(await logIn(running), dataDir, 1);
  await expect.poll(() => sink.sendersTo(addressOf(1))).toHaveLength(1);
  const [address = ''] = sink.sendersTo(addressOf(1));
  await expect.poll(() => inDatabase(dataDir, open)).toEqual([]);
  const bounce = async () => {
    const [node = '', ...words] = main;
    const command = spawn(node, [...words, 'bounce', address], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    });
    let said = '';
    command.stdout.on('data', (piece) => (said += piece));
    command.stdin.end(permanent.Postfix);
    const [code] = await once(command, 'close');
    return [code, said.trim()];
  };
  expect(await bounce()).toEqual([0, 'The bounce was counted.']);
  const refusals = 'SELECT refusals FROM newsletter_subscriptions';
  expect(await inDatabase(dataDir, refusals)).toEqual([{ refusals: 1 }]);
  await stop(running);
  expect(await bounce()).toEqual([75, 'The site has not been started.']);
});
