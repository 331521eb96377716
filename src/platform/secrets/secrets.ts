import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { orNone } from '../files/folder-files.ts';

const folderOf = (dataDir: string) => join(dataDir, 'secrets');

/** A random secret of 32 bytes (base64url), created at its first use and stored under `DATA_DIR`/secrets. */
export async function loadOrCreateSecret(dataDir: string, name: string): Promise<string> {
  try {
    await storeSecret(dataDir, name, randomBytes(32).toString('base64url'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(join(folderOf(dataDir), name), 'utf8');
}

/** A stored secret, if there is one. */
export const findSecret = (dataDir: string, name: string): Promise<string | undefined> =>
  orNone(readFile(join(folderOf(dataDir), name), 'utf8'));

/** The secret that a started site signs with; undefined if none has been started. */
export const findAuthSecret = async ({ authSecret, dataDir }: Pick<Config, 'authSecret' | 'dataDir'>) =>
  authSecret ?? (await findSecret(dataDir, 'auth'));

/** Throws EEXIST if there is one. */
export async function storeSecret(dataDir: string, name: string, value: string): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  await writeFile(join(folderOf(dataDir), name), value, { flag: 'wx', mode: 0o600 });
}
