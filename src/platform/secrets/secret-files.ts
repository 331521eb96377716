import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The variables that a vault may hold. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'AUTH_SECRET',
  'SEAL_KEY',
  'SEAL_KEY_FORMER',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'TRANSLATE_KEY',
  'BACKUP_PASSPHRASE',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
];

type Variables = Record<string, string | undefined>;

/**
 * The environment with the secrets that are in files: `SEAL_KEY_FILE` names one, as for secrets of Docker or
 * Kubernetes; systemd's credentials have the names of the variables. Throws an Error with one sentence.
 */
export function withSecretFiles(env: Variables): Variables {
  const { CREDENTIALS_DIRECTORY: folder } = env;
  const found: Variables = {};
  for (const name of secrets) {
    const credential = folder && join(folder, name);
    const path = env[`${name}_FILE`] || (credential && existsSync(credential) ? credential : undefined);
    if (!path) continue;
    if (env[name]) throw new Error(`${name} must not be given both as a variable and in the file ${path}.`);
    try {
      found[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      throw new Error(`${name}_FILE cannot be read: ${(error as Error).message}.`);
    }
  }
  return { ...env, ...found };
}
