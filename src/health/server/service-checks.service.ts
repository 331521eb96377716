// Checks of the services that the site uses: PostgreSQL, file storage, mail, backups, job queue.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { findBackups } from '#src/platform/backup/last-backup.ts';
import { primaryOf } from '#src/platform/database/database-hosts.ts';
import type { Db } from '#src/platform/database/db.ts';
import { openFiles, type StoredFile } from '#src/platform/files/files.ts';
import { checkSmtp, openMailTransport, outboxFolder } from '#src/platform/mail/mail-transport.ts';
import { dayMs, isoInstantInIndia } from '#src/rules/calendar.rules.ts';
import { backupState, databaseState, queueState } from '../health.rules.ts';
import { findQueueLength, findServer, hasTable } from './health.queries.ts';
import { connectionLimitMs, type Finding, type HealthSite, reasonOf } from './health-site.service.ts';

const databaseAway = (error: unknown): Finding => ({
  state: 'failing',
  finding: { key: 'health.databaseAway', params: { reason: reasonOf(error) } },
  mend: { key: 'health.databaseAwayMend' },
});

export async function checkDatabase({ config, db, databaseProblem }: HealthSite): Promise<Finding> {
  if (!db) return databaseAway(databaseProblem);
  try {
    const { version, number } = await findServer(db);
    const state = databaseState(number);
    if (state !== 'ok')
      return {
        state,
        finding: { key: 'health.databaseOld', params: { version } },
        mend: { key: 'health.databaseOldMend' },
      };
    const host = config.databaseUrl && primaryOf(config.databaseUrl);
    const server = host ? `${version} (${host})` : version;
    return { state, finding: { key: 'health.databaseFine', params: { version: server } } };
  } catch (error) {
    return databaseAway(error);
  }
}

/** Runs a check that reads the database, if there is one. */
const withDatabase =
  (check: (site: HealthSite, db: Db) => Promise<Finding>) =>
  async (site: HealthSite): Promise<Finding> =>
    site.db
      ? check(site, site.db)
      : { state: 'warning', finding: { key: 'health.needsDatabase' }, mend: { key: 'health.checkAgain' } };

/** Writes a file, reads it and deletes it. */
export async function checkFiles({ config }: HealthSite, signal: AbortSignal): Promise<Finding> {
  const { s3, dataDir } = config;
  const place = s3 ? `s3://${s3.bucket} (${new URL(s3.endpoint).host})` : join(dataDir, 'files');
  // Not the site's own `Files`: during a backup they would keep the file until the next day.
  const key = `health-check-${randomUUID()}`;
  const bytes = Buffer.from(key);
  try {
    const files = await openFiles(config, { bucketTimeoutMs: connectionLimitMs });
    await files.put(key, bytes, 'text/plain');
    try {
      if (!(await holds(await files.find(key), bytes, signal)))
        throw new Error('What was read is not what was written.');
    } finally {
      await files.remove(key);
    }
    if (await files.find(key)) throw new Error('A deleted file can still be read.');
    return { state: 'ok', finding: { key: 'health.filesFine', params: { place } } };
  } catch (error) {
    return {
      state: 'failing',
      finding: { key: 'health.filesFailing', params: { place, reason: reasonOf(error) } },
      mend: { key: s3 ? 'health.filesBucketMend' : 'health.foldersMend' },
    };
  }
}

async function holds(file: StoredFile | undefined, expected: Buffer, signal: AbortSignal): Promise<boolean> {
  let read = Buffer.alloc(0);
  for await (const chunk of addAbortSignal(signal, (await file?.stream()) ?? Readable.from([]))) {
    read = Buffer.concat([read, chunk]);
    if (read.length > expected.length) break;
  }
  return read.equals(expected);
}

const noMailServer = (dataDir: string): Finding => ({
  state: 'warning',
  finding: { key: 'health.mailNone', params: { folder: outboxFolder(dataDir) } },
  mend: { key: 'health.mailNoneMend' },
});

const mailFailing = (server: string, error: unknown): Finding => ({
  state: 'failing',
  finding: { key: 'health.mailFailing', params: { server, reason: reasonOf(error) } },
  mend: { key: 'health.mailMend' },
});

// Without the user and the password.
const serverOf = (smtpUrl: string) => new URL(smtpUrl).host;

export async function checkMail({ config: { smtpUrl, dataDir } }: HealthSite): Promise<Finding> {
  if (!smtpUrl) return noMailServer(dataDir);
  const server = serverOf(smtpUrl);
  try {
    await checkSmtp(smtpUrl, connectionLimitMs);
    return { state: 'ok', finding: { key: 'health.mailFine', params: { server } } };
  } catch (error) {
    return mailFailing(server, error);
  }
}

/** Sends a test mail at once, without the outbox, so that the server's answer is known. */
export async function sendTestMail(
  { config, sender, now }: HealthSite,
  to: string,
  { subject, body }: { subject: string; body: string },
): Promise<Finding> {
  const { smtpUrl, dataDir } = config;
  const server = smtpUrl ? serverOf(smtpUrl) : '';
  const deliver = openMailTransport(config, () => sender, connectionLimitMs);
  const createdAt = now();
  try {
    // No mail of the outbox has an id like this one.
    await deliver({ id: createdAt.getTime(), recipient: to, subject, body, replyTo: null, createdAt });
    if (!smtpUrl) return noMailServer(dataDir);
    return { state: 'ok', finding: { key: 'health.mailSent', params: { address: to, server } } };
  } catch (error) {
    return mailFailing(server, error);
  }
}

export const checkBackups = withDatabase(async ({ now }, db) => {
  const { last, failedSince } = (await hasTable(db, 'public.audit_log')) ? await findBackups(db) : {};
  if (failedSince)
    return {
      state: 'warning',
      finding: { key: 'health.backupsFailed', params: failedSince },
      mend: { key: 'health.backupsFailedMend' },
    };
  const mend = { key: 'health.backupsMend' } as const;
  if (!last) return { state: 'warning', finding: { key: 'health.backupsNone' }, mend };
  const days = Math.floor((now().getTime() - last.at.getTime()) / dayMs);
  const at = isoInstantInIndia(last.at).slice(0, 16).replace('T', ' ');
  if (last.missing > 0)
    return {
      state: 'warning',
      finding: { key: 'health.backupsIncomplete', params: { at, place: last.place, missing: last.missing } },
      mend: { key: 'health.backupsIncompleteMend' },
    };
  const state = backupState(days);
  return {
    state,
    finding: { key: 'health.backupsLast', params: { days, at, place: last.place } },
    ...(state !== 'ok' && { mend }),
  };
});

export const checkQueue = withDatabase(async ({ isRunning }, db) => {
  if (!(await hasTable(db, 'jobs.job'))) return { state: 'ok', finding: { key: 'health.queueNone' } };
  const { waiting, oldestMinutes, failed } = await findQueueLength(db);
  const minutes = Math.floor(oldestMinutes);
  const state = queueState(minutes);
  if (state !== 'ok')
    return {
      state: isRunning ? state : 'warning', // without a running site no worker takes them
      finding: { key: 'health.queueWaiting', params: { waiting, minutes } },
      mend: { key: isRunning ? 'health.queueLateMend' : 'health.startSite' },
    };
  if (failed > 0)
    return {
      state: 'warning',
      finding: { key: 'health.queueFailed', params: { failed } },
      mend: { key: 'health.queueFailedMend' },
    };
  if (waiting > 0) return { state, finding: { key: 'health.queueWaiting', params: { waiting, minutes } } };
  return { state, finding: { key: 'health.queueIdle' } };
});
