// The command `npm run doctor`. Exit codes: 0, 1 if a check fails, 2 for wrong use.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Config } from '#src/platform/config.ts';
import { type Database, openDatabase } from '#src/platform/database/db.ts';
import type { Sender } from '#src/platform/mail/mail-transport.ts';
import { findSecret } from '#src/platform/secrets/secrets.ts';
import { openSignedUrls } from '#src/platform/secrets/signed-urls.ts';
import { openSettings } from '#src/platform/settings/settings.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { siteEmail } from '#src/settings/site.settings.ts';
import type { CheckResult } from '../health.contract.ts';
import { checkNames } from '../health.rules.ts';
import { findServer, hasTable } from './health.queries.ts';
import { runCheck, sendTestMail } from './health.service.ts';
import { connectionLimitMs, type HealthSite } from './health-site.service.ts';
import { isListening } from './machine-checks.service.ts';

export interface DoctorSite {
  config: Config;
  /** Calls back with the connection string of the site's database, which it starts if necessary. */
  withDatabase<T>(use: (databaseUrl: string) => Promise<T>): Promise<T>;
}

const usage = 'Usage: npm run doctor [-- --mail-to ADDRESS]';

/** Prints a line for each check. Returns the exit code. */
export async function runDoctor(
  site: DoctorSite,
  words: string[],
  { stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'> = process,
): Promise<number> {
  const mailTo = readMailTo(words);
  if (mailTo instanceof Error) {
    stderr.write(`${mailTo.message}\n${usage}\n`);
    return 2;
  }
  const lines = await withSite(site, (found) => examine(found, mailTo));
  for (const { name, state, finding, mend } of lines)
    stdout.write(`${state.padEnd(7)}  ${name}: ${finding}${mend ? ` ${mend}` : ''}\n`);
  return lines.some(({ state }) => state === 'failing') ? 1 : 0;
}

function readMailTo(words: string[]): string | undefined | Error {
  try {
    const { 'mail-to': address } = parseArgs({ args: words, options: { 'mail-to': { type: 'string' } } }).values;
    if (address === undefined || z.email().safeParse(address).success) return address;
    return new Error('--mail-to must be an e-mail address.');
  } catch (error) {
    return error as Error; // of parseArgs
  }
}

type Line = CheckResult & { name: string };

const text = translator('en');

async function examine(site: HealthSite, mailTo: string | undefined): Promise<Line[]> {
  const mail = mailTo && sendTestMail(site, mailTo, text);
  const lines = await Promise.all(
    checkNames.map(async (check) => ({ name: text(`health.${check}`), ...(await runCheck(site, check, text)) })),
  );
  return mail ? [...lines, { name: text('health.testMail'), ...(await mail) }] : lines;
}

/** Calls back with the site, without a database if that cannot be used. */
async function withSite<T>({ config, withDatabase }: DoctorSite, use: (site: HealthSite) => Promise<T>) {
  // Without the site's secret, answers of the site are not recognised. The check of the folders shows why it cannot be read.
  const stored = await findSecret(config.dataDir, 'auth').catch(() => undefined);
  const secret = config.authSecret ?? stored ?? randomBytes(32).toString('hex');
  const base = { config, signedUrls: openSignedUrls(secret), now: () => new Date() };
  const isRunning = config.port > 0 && (await isListening(base, AbortSignal.timeout(connectionLimitMs)));
  let done: { result: T } | undefined;
  let databaseProblem: unknown;
  try {
    await withDatabase(async (databaseUrl) => {
      const database = openDatabase(databaseUrl, () => undefined);
      try {
        await findServer(database.db);
        const sender = await readSender(database);
        done = { result: await use({ ...base, isRunning, db: database.db, sender }) };
      } finally {
        await database.close();
      }
    });
  } catch (error) {
    if (done) throw error;
    databaseProblem = error;
  }
  return done?.result ?? use({ ...base, isRunning, db: undefined, databaseProblem, sender: defaultSender });
}

const defaultSender: Sender = { name: siteName.default, replyTo: siteEmail.default };

async function readSender({ db }: Database): Promise<Sender> {
  if (!(await hasTable(db, 'public.settings'))) return defaultSender;
  const settings = await openSettings(db);
  return { name: settings.get(siteName), replyTo: settings.get(siteEmail) };
}
