// Sends copies of an issue in a thread of its own: building the mails would keep readers waiting (decision 177).
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'pg';
import { DatabaseClient } from '#src/platform/database/database-hosts.ts';
import { findAuthSecret } from '#src/platform/secrets/secrets.ts';
import { openSignedCodes } from '#src/platform/secrets/signed-codes.ts';
import { type SenderMessage, type SendingOrder, sendIssue } from './copy-sender.service.ts';

const order: SendingOrder = workerData; // of runSender
const connections = 4;
const niceness = 10; // as of a backup; at the lowest a busy site would send nothing
const answerMs = 10_000;
const closingMs = 2_000;

// Of this thread alone, as Linux has it; elsewhere it would be that of the whole process.
if (process.platform === 'linux')
  try {
    setPriority(niceness);
  } catch {
    // The system forbids it. Readers may wait longer then.
  }
const secret = await findAuthSecret(order.config);
if (!secret) throw new Error('The secret of the site is missing');
const databases = Array.from({ length: connections }, () => {
  const pool = new Pool({
    ...{ connectionString: order.databaseUrl, Client: DatabaseClient, max: 1, application_name: 'news-wing' },
    // For a database that no longer responds: the run fails, and the next one connects again.
    ...{ connectionTimeoutMillis: answerMs, query_timeout: answerMs, keepAlive: true },
  });
  return pool.on('error', () => undefined); // of a connection that was idle: the next query opens another
});
const report = (message: SenderMessage) => parentPort?.postMessage(message);
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());
try {
  report({ isFinished: await sendIssue({ order, databases, codes: openSignedCodes(secret), report, stopping }) });
} finally {
  parentPort?.close();
  const closed = Promise.all(databases.map((pool) => pool.end()));
  await Promise.race([closed, sleep(closingMs)]); // a database that has vanished does not take part in it
}
process.exit();
