import type { Config } from '#src/platform/config.ts';
import { splitHosts } from '#src/platform/database/database-hosts.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Text } from '#src/platform/errors.ts';
import type { Sender } from '#src/platform/mail/mail-transport.ts';
import type { SignedUrls } from '#src/platform/secrets/signed-urls.ts';
import type { State } from '../health.rules.ts';

/** What the checks look at. */
export interface HealthSite {
  config: Config;
  /** Undefined if it cannot be used, for the reason `databaseProblem`. */
  db: Db | undefined;
  databaseProblem?: unknown;
  /** False if no site runs here, as far as that can be found out. */
  isRunning: boolean;
  /** Proves to the site that a request is a check. */
  signedUrls: SignedUrls;
  /** The sender of the site's mails. */
  sender: Sender;
  now(): Date;
}

export interface Finding {
  state: State;
  finding: Text;
  /** What to do about it. */
  mend?: Text;
}

/** A check ends after this time, which is shown. */
export const timeLimitMs = 10_000;
/** Connections give up a little earlier, so that the reason is shown and nothing stays open. */
export const connectionLimitMs = 8_000;

/** Why something does not work, in the words of the system: it may contain secrets. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Several addresses of a name were tried, or the cause is more specific.
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  if (inner instanceof Error) return reasonOf(inner);
  const { code, message, name } = error as NodeJS.ErrnoException;
  // The SDK of S3 adds a line for its developers.
  return message.split('\n  Deserialization error:')[0] || code || name;
}

/** The secrets of the configuration, as they are and as URLs have them. */
export function secretsOf({ databaseUrl, replicaUrl, smtpUrl, s3, backup, ...config }: Config): string[] {
  const databases = databaseUrl ? splitHosts(databaseUrl).urls : [];
  const passwords = [...databases, replicaUrl, smtpUrl].flatMap((url) => {
    if (!url || !URL.canParse(url)) return [];
    const { password } = new URL(url);
    return [password, decode(password)];
  });
  const { authSecret, sealKey, sealKeyFormer, adminPassword, translator } = config;
  const others = [s3?.secretAccessKey, backup.s3?.secretAccessKey, backup.passphrase, translator?.key];
  return [...passwords, ...others, authSecret, sealKey, sealKeyFormer, adminPassword].filter(
    (secret) => secret !== undefined,
  );
}

function decode(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
