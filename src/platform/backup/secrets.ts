// AUTH_SECRET and SEAL_KEY would let anyone who finds a backup log in and read what is encrypted, so they are in it
// only encrypted, in the format of age: `age --decrypt` reads it too.
import { Decrypter, Encrypter } from 'age-encryption';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { findSecret, storeSecret } from '../secrets/secrets.ts';
import { parseJson } from './lines.ts';
import { Damaged } from './parts.ts';

/** Names as in the environment, with those of the files under `DATA_DIR`/secrets. */
const files = { AUTH_SECRET: 'auth', SEAL_KEY: 'seal', SEAL_KEY_FORMER: 'seal-former' } as const;
const names = Object.keys(files) as (keyof typeof files)[];

const Secret = z.string().min(32).optional(); // as in the environment
const Secrets = z.strictObject({ AUTH_SECRET: Secret, SEAL_KEY: Secret, SEAL_KEY_FORMER: Secret });
export type Secrets = z.infer<typeof Secrets>;

/** The secrets of a site, from the environment or its folder; without those that have not been made yet. */
export async function readSecrets({ authSecret, sealKey, sealKeyFormer, dataDir }: Config): Promise<Secrets> {
  const given = { AUTH_SECRET: authSecret, SEAL_KEY: sealKey, SEAL_KEY_FORMER: sealKeyFormer };
  const secrets: Secrets = {};
  for (const name of names) {
    const value = given[name] ?? (await findSecret(dataDir, files[name]));
    if (value) secrets[name] = value;
  }
  return secrets;
}

export async function encryptSecrets(secrets: Secrets, passphrase: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(JSON.stringify(secrets));
}

export class WrongPassphrase extends Error {}

/** Throws WrongPassphrase if it is another, and Damaged for anything but secrets. */
export async function decryptSecrets(encrypted: Uint8Array, passphrase: string): Promise<Secrets> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const text = await decrypter.decrypt(encrypted, 'text').catch((error: Error) => {
    if (error.message.startsWith('no identity matched'))
      throw new WrongPassphrase(
        'BACKUP_PASSPHRASE is not the one that the secrets of this backup were encrypted with.',
      );
    throw new Damaged(`The secrets of this backup cannot be decrypted: ${error.message}.`);
  });
  const { success, data } = Secrets.safeParse(parseJson(text));
  if (!success) throw new Damaged('The secrets of this backup cannot be used: they are not what News Wing writes.');
  return data;
}

/** Throws if the site has other secrets than these. */
export async function requireSameSecrets(config: Config, secrets: Secrets): Promise<void> {
  const present = await readSecrets(config);
  const other = names.find((name) => present[name] && secrets[name] && present[name] !== secrets[name]);
  if (other)
    throw new Error(`${other} is another one than in the backup: remove it, or restore with --without-secrets.`);
}

/** Stores secrets under `DATA_DIR`, unless the environment has them. */
export async function restoreSecrets(config: Config, secrets: Secrets): Promise<void> {
  const present = await readSecrets(config);
  for (const name of names)
    if (secrets[name] && !present[name]) await storeSecret(config.dataDir, files[name], secrets[name]);
}
