// Sends copies of an issue in a thread of its own: building the mails would keep readers waiting (decision 177).
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'pg';
import { DatabaseClient } from '#src/platform/database-hosts.ts';
import { findAuthSecret } from '#src/platform/secrets.ts';
import { openSignedCodes } from '#src/platform/signed-codes.ts';
import { type FromSender, openCopySender, type SendingOrder } from './copy-sender.service.ts';

const order: SendingOrder = workerData; // of runSender
const connections = 4;

// Of this thread alone, as Linux has it; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(19);
const secret = await findAuthSecret(order.config);
if (!secret) throw new Error('The secret of the site is missing');
const databases = Array.from({ length: connections }, () => {
  const pool = new Pool({
    ...{ connectionString: order.databaseUrl, Client: DatabaseClient, max: 1, application_name: 'news-wing' },
    connectionTimeoutMillis: 10_000,
  });
  return pool.on('error', () => undefined); // of a connection that was idle: the next query opens another
});
const tell = (message: FromSender) => parentPort?.postMessage(message);
const sender = openCopySender(order, databases, openSignedCodes(secret), tell);
parentPort?.once('message', sender.stop);
try {
  tell({ isFinished: await sender.send() });
} finally {
  parentPort?.close();
  await Promise.all(databases.map((pool) => pool.end()));
}
