import { concurrency } from './copy-files.ts';
import { eachInParallel } from './in-parallel.ts';
import { counted } from './lines.ts';
import { listFiles, type ManifestBody, NewerFormat, readManifest } from './manifest.ts';
import { checkPart, Damaged, type Part, readWhole } from './parts.ts';
import type { OnProgress } from './progress.ts';
import { decryptSecrets, WrongPassphrase } from './secrets.ts';
import { type BackupStore, objectName } from './store.ts';

/** Of a backup that has more, the rest is not read. */
const mostDamages = 100;

export interface VerifyOptions {
  /** Whether the newest backup's secrets can be decrypted with it; without it only their bytes are checked. */
  passphrase?: string | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

/**
 * Reads all bytes of these backups, given oldest first, and compares them with their checksums. Files that they share
 * are read once. Returns one sentence for each part that is not what was written, with its name.
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
  const verify = async (id: string, { tables, jobs, files, secrets }: ManifestBody) => {
    const most = damages.length + mostDamages;
    const isSoundPart = async (part: Part) => {
      if (damages.length >= most) throw new Damaged(`The rest of backup ${id} was not read.`);
      return isSound(() => checkPart(store, part));
    };
    for (const { part } of [...tables, jobs]) await isSoundPart(part);
    if (secrets && (await isSoundPart(secrets)) && passphrase && id === backups.at(-1))
      await isSound(async () => decryptSecrets(await readWhole(store, secrets), passphrase));
    if (!(await isSoundPart(files.part))) return; // its files are not known
    let done = 0;
    const listed = counted(listFiles(store, files.part), files.count, files.part.name);
    await eachInParallel(listed, concurrency, async ({ sha256, sizeBytes }) => {
      done += 1;
      onProgress?.({ step: `Reading backup ${id}`, done, total: files.count });
      if (read.has(sha256)) return;
      read.add(sha256);
      await isSoundPart({ name: objectName(sha256), sizeBytes, sha256 });
    });
  };
  for (const id of backups) await isSound(async () => verify(id, await readManifest(store, id)));
  return damages;
}
