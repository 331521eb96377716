import { concurrency } from './copy-files.ts';
import { eachInParallel } from './in-parallel.ts';
import { listFiles, type ManifestBody, NewerFormat, readManifest } from './manifest.ts';
import { checkPart, Damaged, readWhole } from './parts.ts';
import type { OnProgress } from './progress.ts';
import { decryptSecrets, WrongPassphrase } from './secrets.ts';
import { type BackupStore, objectName } from './store.ts';

export interface VerifyOptions {
  /** Whether the newest backup's secrets can be decrypted with it; without it only their bytes are checked. */
  passphrase?: string | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

/**
 * Reads all bytes of these backups, given oldest first, and compares them with their checksums. Files that they share
 * are read once. Returns one sentence, with its name, for each part that is not what was written.
 */
export async function verifyBackups(
  store: BackupStore,
  backups: readonly string[],
  { passphrase, signal, onProgress }: VerifyOptions = {},
): Promise<string[]> {
  const damages: string[] = [];
  const isSound = async (check: () => Promise<unknown>): Promise<boolean> => {
    signal?.throwIfAborted();
    try {
      await check();
      return true;
    } catch (error) {
      const isFound = [Damaged, NewerFormat, WrongPassphrase].some((kind) => error instanceof kind);
      if (!isFound) throw error;
      damages.push((error as Error).message);
      return false;
    }
  };
  const read = new Set<string>();
  const verify = async (id: string, manifest: ManifestBody) => {
    const { tables, jobs, files, secrets } = manifest;
    for (const { part } of [...tables, jobs]) await isSound(() => checkPart(store, part));
    if (secrets && (await isSound(() => checkPart(store, secrets))) && passphrase && id === backups.at(-1))
      await isSound(async () => decryptSecrets(await readWhole(store, secrets), passphrase));
    if (!(await isSound(() => checkPart(store, files.part)))) return; // its files are not known
    let done = 0;
    await eachInParallel(listFiles(store, files.part), concurrency, async ({ sha256, sizeBytes }) => {
      done += 1;
      onProgress?.({ step: `Reading backup ${id}`, done, total: files.count });
      if (read.has(sha256)) return;
      read.add(sha256);
      await isSound(() => checkPart(store, { name: objectName(sha256), sizeBytes, sha256 }));
    });
  };
  for (const id of backups)
    await isSound(async () => {
      const manifest = await readManifest(store, id);
      await verify(id, manifest);
    });
  return damages;
}
