import { setTimeout as sleep } from 'node:timers/promises';
import { getCurrentUser } from '#src/accounts/users/server/current-user.service.ts';
import type { Translate } from '#src/messages/catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Text } from '#src/platform/errors.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { siteEmail } from '#src/settings/site.settings.ts';
import type { CheckResult } from '../health.contract.ts';
import { type CheckName, redact } from '../health.rules.ts';
import { checkAddress, checkCertificate, checkClock, checkProxies } from './address-checks.service.ts';
import { checkEncryption, checkScanner } from './encryption-checks.service.ts';
import { type Finding, type HealthSite, reasonOf, secretsOf, timeLimitMs } from './health-site.service.ts';
import { checkDisk, checkFolders, checkPorts } from './machine-checks.service.ts';
import {
  checkBackups,
  checkDatabase,
  checkFiles,
  checkMail,
  checkQueue,
  sendTestMail as sendMail,
} from './service-checks.service.ts';

type Check = (site: HealthSite, signal: AbortSignal) => Promise<Finding>;

const checks: Record<CheckName, Check> = {
  ports: checkPorts,
  folders: checkFolders,
  disk: checkDisk,
  clock: checkClock,
  database: checkDatabase,
  files: checkFiles,
  mail: checkMail,
  address: checkAddress,
  tls: checkCertificate,
  proxies: checkProxies,
  encryption: checkEncryption,
  scanner: checkScanner,
  backups: checkBackups,
  queue: checkQueue,
};

/** Runs one check. Never throws, takes `timeLimitMs` at most, and its sentences contain no secrets. */
export const runCheck = (site: HealthSite, name: CheckName, text: Translate): Promise<CheckResult> =>
  inWords(site, checks[name], text);

/** Sends a test mail. Its result has the form of a check. */
export const sendTestMail = (site: HealthSite, to: string, text: Translate): Promise<CheckResult> => {
  const { name } = site.sender;
  const mail = {
    subject: text('health.mailSubject', { site: name }),
    body: `${text('health.mailBody', { site: name })}\n\n${site.config.siteUrl}`,
  };
  return inWords(site, () => sendMail(site, to, mail), text);
};

async function inWords(site: HealthSite, check: Check, text: Translate): Promise<CheckResult> {
  const { state, finding, mend } = await withLimit(site, check);
  const secrets = secretsOf(site.config);
  const words = ({ key, params = {} }: Text) => {
    const safe = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact(value, secrets) : value,
    ]);
    return text(key, Object.fromEntries(safe));
  };
  return { state, finding: words(finding), mend: mend ? words(mend) : null };
}

async function withLimit(site: HealthSite, check: Check): Promise<Finding> {
  const limit = new AbortController();
  const late = sleep(timeLimitMs, undefined, { signal: limit.signal, ref: false }).then(
    (): Finding => ({
      state: 'failing',
      finding: { key: 'health.slow', params: { seconds: timeLimitMs / 1000 } },
      mend: { key: 'health.slowMend' },
    }),
  );
  late.catch(() => {}); // ended because the check was faster
  try {
    return await Promise.race([check(site, limit.signal), late]);
  } catch (error) {
    return {
      state: 'failing',
      finding: { key: 'health.broken', params: { reason: reasonOf(error) } },
      mend: { key: 'health.brokenMend' },
    };
  } finally {
    limit.abort();
  }
}

export const siteOf = (ctx: Context): HealthSite => ({
  config: ctx.config,
  db: ctx.db,
  isRunning: true,
  signedUrls: ctx.signedUrls,
  sender: { name: ctx.settings.get(siteName), replyTo: ctx.settings.get(siteEmail) },
  now: ctx.now,
});

export const checkHealth = (ctx: Context, name: CheckName): Promise<CheckResult> =>
  runCheck(siteOf(ctx), name, ctx.text);

/** Only to the user's own address: nobody can send mail to others with this. */
export async function sendMyTestMail(ctx: Context): Promise<CheckResult> {
  const { email } = await getCurrentUser(ctx);
  return sendTestMail(siteOf(ctx), email, ctx.text);
}
