import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { workingFolder } from '../files/files.ts';
import { concurrency } from './copy-files.ts';
import { eachInParallel } from './in-parallel.ts';
import { listFiles, type ManifestBody } from './manifest.ts';
import { readPart, spool } from './parts.ts';
import type { OnProgress } from './progress.ts';
import type { SiteFiles } from './site-files.ts';
import { type BackupStore, objectName } from './store.ts';

/** Copies the files of a backup to their places. */
export async function restoreFiles(
  { dataDir }: Config,
  files: SiteFiles,
  store: BackupStore,
  { count, part }: ManifestBody['files'],
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined },
): Promise<void> {
  await mkdir(workingFolder(dataDir), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(workingFolder(dataDir), 'restore-'));
  try {
    let done = 0;
    await eachInParallel(listFiles(store, part), concurrency, async ({ key, sizeBytes, sha256 }) => {
      const object = readPart(store, { name: objectName(sha256), sizeBytes, sha256 });
      const { path } = await spool(object, folder, { compress: false, signal });
      await files.add(key, path);
      done += 1;
      onProgress?.({ step: 'Copying files', done, total: count });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
