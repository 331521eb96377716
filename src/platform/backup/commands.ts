// The commands `npm run backup`, `restore` and `verify`. Exit codes: 0, 1 for a failure or damage, 2 for wrong use,
// 3 for a backup of a site that has lost files.
import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Config } from '../config.ts';
import type { FileReferences } from '../files/file-references.ts';
import type { Job } from '../jobs/jobs.ts';
import { failureReason } from '../log/failure-reason.ts';
import { printable } from '../text/control-characters.ts';
import { type CreatedBackup, createBackup } from './create-backup.ts';
import { recordBackup, recordFailedBackup } from './last-backup.ts';
import { chooseBackup, listBackups } from './manifest.ts';
import { countOfMissing } from './missing-files.ts';
import { Damaged } from './parts.ts';
import { describeBytes, type OnProgress, progressLine } from './progress.ts';
import { openBackup, type Restored, restoreBackup } from './restore-backup.ts';
import { WrongUse } from './store.ts';
import { openStore } from './target.ts';
import { verifyBackups } from './verify.ts';

export interface CommandSite {
  config: Config;
  root: string;
  references: readonly FileReferences[];
  jobs: Job<never>[];
  /** Calls back with the connection string of the site's database, which it starts if necessary. */
  withDatabase<T>(use: (databaseUrl: string) => Promise<T>): Promise<T>;
}

type Command = (site: CommandSite, words: string[], control: Control) => Promise<number>;

interface Control {
  signal: AbortSignal;
  onProgress: OnProgress;
  print(text: string): void;
}

const usage = {
  backup: 'npm run backup -- TO [--keep NUMBER]',
  restore: 'npm run restore -- FROM [--backup ID] [--without-secrets]',
  verify: 'npm run verify -- FROM [--backup ID]',
} as const;

export type CommandName = keyof typeof usage;

// A backup can wait; readers cannot. Not the lowest: on a busy core that took three times as long, and delayed readers
// more in total, since its transaction and its share of the cache last longer too (docs/performance.md).
const lowPriority = constants.priority.PRIORITY_BELOW_NORMAL;

/** The exit code of a backup that is complete, of a site that has lost files. */
export const lacksFiles = 3;

const backup: Command = async (site, words, { print, ...control }) => {
  const [{ keep }, target] = parse('backup', words, { keep: { type: 'string' } });
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep)) throw new WrongUse('--keep must be a number from 1.');
  setPriority(lowPriority);
  const { passphrase, keep: usual } = site.config.backup;
  const made = await site.withDatabase(async (databaseUrl) => {
    const options = { passphrase, keep: keep ? Number(keep) : usual, ...control };
    const created = await createBackup({ ...site, databaseUrl }, target, options).catch(async (error: Error) => {
      if (!control.signal.aborted && !(error instanceof WrongUse)) {
        const { message } = failureReason(error, translator('en'));
        await recordFailedBackup(databaseUrl, target, message).catch(() => {}); // the database may be what has failed
      }
      throw error;
    });
    const missing = countOfMissing(created.manifest);
    const record = await recordBackup(databaseUrl, created.manifest.id, target, missing).catch((error: Error) => error);
    return { ...created, record };
  });
  print(describeBackup(made, target));
  if (made.record) print(`The audit log of the site does not mention it: ${made.record.message}`);
  const missing = countOfMissing(made.manifest);
  if (missing > 0) print(describeMissing(made.manifest.missingFiles, missing));
  if (made.removal instanceof Error) print(`Older backups could not be removed: ${made.removal.message}`);
  if (made.removal instanceof Error || made.record) return 1;
  return missing > 0 ? lacksFiles : 0;
};

const mostShown = 100;

function describeMissing(names: string[], count: number): string {
  const shown = names.slice(0, mostShown);
  const more = count > shown.length ? [`and ${count - shown.length} more.`] : [];
  return ['The storage has no file of these names, although rows refer to them:', ...shown, ...more].join('\n');
}

function describeBackup({ manifest, newBytes, removal }: CreatedBackup, target: string): string {
  const { id, tables, files, secrets } = manifest;
  const lines = [
    `Backup ${id} is complete in ${target}: ${describeRows(tables)}, ${describeFiles(files)}, ${describeBytes(newBytes)} of them new.`,
  ];
  if (!secrets)
    lines.push(
      'AUTH_SECRET and SEAL_KEY are not in it, because BACKUP_PASSPHRASE is not set. A site that is restored without them ends all sessions and can read neither bonafide files nor the secrets of authenticator apps: store them elsewhere.',
    );
  if (!(removal instanceof Error)) {
    if (removal.removed.length > 0) lines.push(`Removed: ${removal.removed.join(', ')}.`);
    if (removal.postponed) lines.push('Another backup is running there, so older ones were not removed.');
  }
  return lines.join('\n');
}

const restore: Command = async (site, words, { print, ...control }) => {
  const [{ backup, 'without-secrets': withoutSecrets }, source] = parse('restore', words, {
    backup: { type: 'string' },
    'without-secrets': { type: 'boolean' },
  });
  const { passphrase } = site.config.backup;
  const found = await openBackup(site, source, { backup, passphrase, withoutSecrets });
  const restored = await site.withDatabase((databaseUrl) => restoreBackup({ ...site, databaseUrl }, found, control));
  print(describeRestore(restored));
  return 0;
};

function describeRestore({ manifest, secrets, unknownJobs }: Restored): string {
  const { id, snapshotAt, tables, files } = manifest;
  const missing = countOfMissing(manifest);
  const lines = [
    `Backup ${id} is restored, as of ${snapshotAt}: ${describeRows(tables)}, ${describeFiles(files)}. Start the site with npm start.`,
  ];
  if (!secrets)
    lines.push(
      'The secrets were not restored: set AUTH_SECRET and SEAL_KEY to those of the site before the start, or else all sessions end, and neither bonafide files nor the secrets of authenticator apps can be read.',
    );
  if (missing > 0) lines.push(`The site had lost ${missing} files before the backup.`);
  if (unknownJobs > 0) lines.push(`${unknownJobs} waiting jobs of its program do not exist in this one.`);
  return lines.join('\n');
}

const verify: Command = async (site, words, { print, ...control }) => {
  const [{ backup }, source] = parse('verify', words, { backup: { type: 'string' } });
  const store = openStore(site.config, source);
  const newest = await chooseBackup(store, backup);
  const ids = backup ? [newest] : (await listBackups(store)).complete;
  const damages = await verifyBackups(store, ids, { passphrase: site.config.backup.passphrase, ...control });
  for (const damage of damages) print(damage);
  if (damages.length === 0)
    print(`${ids.length === 1 ? 'Backup' : 'Backups'} ${ids.join(', ')}: every byte is as it was written.`);
  return damages.length === 0 ? 0 : 1;
};

const commands: Record<CommandName, Command> = { backup, restore, verify };

/** Runs a command with the arguments after its name. Returns the exit code. */
export async function runCommand(
  name: CommandName,
  site: CommandSite,
  words: string[],
  { stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'> = process,
): Promise<number> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('Stopped. What was done so far does not count.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const progress = progressLine(stderr);
  const print = (text: string) => {
    progress.end();
    stdout.write(`${printable(text)}\n`);
  };
  try {
    return await commands[name](site, words, { signal: stopping.signal, onProgress: progress.show, print });
  } catch (error) {
    progress.end();
    if (error instanceof WrongUse) {
      stderr.write(`${printable(error.message)}\nUsage: ${usage[name]}\n`);
      return 2;
    }
    const sentence = stopping.signal.reason?.message ?? describe(error);
    if (sentence === undefined) throw error;
    stderr.write(`${printable(sentence)}\n`);
    return 1;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

// Errors of writes, which do not name the file.
const ofDisks: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

// Undefined for unexpected errors, and for those of a connection to the database, which main.ts describes.
function describe(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, name, message } = error as NodeJS.ErrnoException;
  if ('$metadata' in error) return `The bucket cannot be used (${name}: ${message}).`;
  if ('severity' in error && /^53/.test(String(code)))
    return `PostgreSQL has not enough disk, memory or connections (${message}).`;
  if (code && ofDisks.has(code)) return `A disk failed or is full (${message}).`;
  const isKnown = path !== undefined || error instanceof Damaged || (code === undefined && error.cause === undefined);
  return isKnown ? message : undefined;
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

function parse<const T extends Options>(name: CommandName, words: string[], options: T) {
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const [address, ...more] = positionals;
    if (address && more.length === 0) return [values, address] as const;
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
  throw new WrongUse(name === 'backup' ? 'Say where the backup goes.' : 'Say where the backup is.');
}

const describeRows = (tables: { rows: number }[]) =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en')} rows`;
const describeFiles = ({ count, sizeBytes }: { count: number; sizeBytes: number }) =>
  `${count.toLocaleString('en')} files of ${describeBytes(sizeBytes)}`;
