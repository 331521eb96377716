import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { withholdMediaFiles } from '#src/news/media/server/media-files.jobs.ts';
import { sweepPictures, withholdPictures } from '#src/news/media/server/pictures.jobs.ts';
import { readConfig } from '#src/platform/config.ts';
import type { Context } from '#src/platform/context.ts';
import { openDatabase } from '#src/platform/database/db.ts';
import { type Files, openFiles, workingFolder } from '#src/platform/files/files.ts';
import { sweepOrphanedFiles } from '#src/platform/files/orphaned-files.jobs.ts';
import { uploadTempFolder } from '#src/platform/http/forms.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import { fileReferences } from '#src/site/slices.ts';
import { deleteOrphanedFiles } from '#src/submissions/author/server/submissions.jobs.ts';
import type { FaultySite } from './site.ts';

export interface StoredFiles {
  /** Files that no row refers to, although the jobs of the next night have run. */
  orphaned: string[];
  /** Files that a row refers to, and that are not there. */
  missing: string[];
}

const nightly: Job<never>[] = [
  sweepPictures,
  deleteOrphanedFiles,
  sweepOrphanedFiles,
  withholdPictures,
  withholdMediaFiles,
];

/**
 * Removes what writes until `end` have left, by the nightly jobs with a later clock, and compares the files with the rows.
 * The nodes' own jobs run meanwhile.
 */
export async function compareFiles(
  { databaseUrl, env, folders, startedAt }: FaultySite,
  end: Date,
): Promise<StoredFiles> {
  const database = openDatabase(databaseUrl, () => undefined);
  const configOf = (dataDir: string) => readConfig({ ...env, DATA_DIR: dataDir });
  const files = await openFiles(configOf(folders[0] as string));
  try {
    const temporary: string[] = [];
    for (const [index, dataDir] of folders.entries()) {
      temporary.push(...(await ageTemporaryFiles(dataDir, startedAt[index] as Date)));
      await sweep({ config: configOf(dataDir), db: database.db, files, now: () => addDays(end, 1) });
    }
    const keysOf = async (...selects: string[]) =>
      (
        await database.pool.query<{ key: string }>(`SELECT key FROM (${selects.join(' UNION ALL ')}) AS files (key)`)
      ).rows.map(({ key }) => key);
    // Files first: one that is stored meanwhile is on the list of orphaned files or has its row.
    const stored: string[] = [];
    for await (const { key } of files.list()) stored.push(key);
    const listed = await keysOf('SELECT key FROM orphaned_files'); // of jobs that run
    const referenced = await keysOf(...fileReferences);
    const shares = await keysOf(`SELECT 'share/' || id || '/' FROM stories`);
    const owners = new Set([...referenced, ...shares, ...listed].map(ownerOf));
    const keys = new Set(stored);
    const twice = stored.filter((key) => key.startsWith('open/') && keys.has(withheld(key)));
    const orphaned = [...stored.filter((key) => !owners.has(ownerOf(key))), ...twice];
    return {
      orphaned: [...(await thoseThatExist(files, orphaned)), ...(await existing(temporary))],
      missing: await missingOf(
        files,
        referenced.filter((key) => !keys.has(key) && !keys.has(withheld(key))),
      ),
    };
  } finally {
    await database.close();
  }
}

async function sweep(services: Pick<Context, 'config' | 'db' | 'files' | 'now'>) {
  let waiting: { job: Job<never>; data: object }[] = nightly.map((job) => ({ job, data: {} }));
  const log = { info: () => undefined };
  while (waiting.length) {
    const running = waiting;
    waiting = [];
    // A job that has not finished its list sends itself again.
    const send = async (job: Job<never>, data: object) => void waiting.push({ job, data });
    for (const { job, data } of running) await job.run({ ...services, log, jobs: { send } } as never, data as never); // all that these jobs use
  }
}

/**
 * Temporary files that an earlier process of a node has left. Makes them older: they count by the clock of the machine,
 * which this test does not change.
 */
async function ageTemporaryFiles(dataDir: string, startedAt: Date): Promise<string[]> {
  const before = addDays(new Date(), -2);
  const left: string[] = [];
  for (const folder of [uploadTempFolder(dataDir), workingFolder(dataDir)])
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined); // the process may have removed it
      if (!found || found.mtime >= startedAt) continue;
      await utimes(path, before, before);
      left.push(path);
    }
  return left;
}

async function existing(paths: string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return paths.filter((_, index) => found[index]);
}

async function thoseThatExist(files: Files, keys: string[]): Promise<string[]> {
  const found = await Promise.all(keys.map((key) => files.find(key)));
  return keys.filter((_, index) => found[index]);
}

async function missingOf(files: Files, keys: string[]): Promise<string[]> {
  const found = new Set(await thoseThatExist(files, [...keys, ...keys.map(withheld)]));
  return keys.filter((key) => !found.has(key) && !found.has(withheld(key)));
}

const withheld = (key: string) => key.replace(/^open\//, 'withheld/');

/**
 * What a file belongs to: files that are made again if they are missing have no reference, but the name of what they were
 * made of, such as "open/4f2a-400.avif" for "open/4f2a.jpg", or "essays/7c1d/1.webp" for "submissions/7c1d".
 */
function ownerOf(key: string): string {
  const [folder = '', name = ''] = key.split('/');
  const kind = { open: 'public', withheld: 'public', essays: 'submissions' }[folder] ?? folder;
  return `${kind}/${name.split(/[-.]/)[0]}`;
}
