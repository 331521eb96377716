import { chown, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type PostgresAccount, run } from './account.ts';
import { user } from './connection.ts';
import { AlreadyRunning } from './owner-lock.ts';

export const clusterPath = (dataDir: string): string => join(dataDir, 'postgres');

/**
 * Runs initdb if `dataDir` has no cluster yet. The cluster is created under another name and then renamed, so that a
 * killed initdb leaves no incomplete cluster. Throws AlreadyRunning when another process was faster.
 */
export async function ensureCluster(
  dataDir: string,
  initdb: string,
  account: PostgresAccount,
  durable: boolean,
): Promise<void> {
  if (await exists(clusterPath(dataDir))) return;
  const unfinished = await mkdtemp(join(dataDir, 'postgres.new-'));
  if (account.uid !== undefined) await chown(unfinished, account.uid, account.gid ?? account.uid);
  const args = ['-D', unfinished, '-U', user, '-A', 'trust', '--encoding=UTF8', '--locale=C'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await run([initdb, ...args, ...locale, ...(durable ? [] : ['--no-sync'])], account);
  try {
    await rename(unfinished, clusterPath(dataDir));
  } catch (cause) {
    throw new AlreadyRunning(`Another News Wing is being set up in ${dataDir} at this moment.`, { cause });
  }
  const leftovers = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'));
  await Promise.all(leftovers.map((name) => rm(join(dataDir, name), { recursive: true })));
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
