import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * A command that is run with a file system of a few MB, in memory, at a folder: in namespaces of its own, for which
 * Linux requires no rights unless an administrator has forbidden them. The folder need not exist.
 */
export const onSmallDisk = (megabytes: number, folder: string, command: string[]): string[] => [
  ...['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'],
  `mkdir -p "$1" && mount -t tmpfs -o size=${megabytes}m tmpfs "$1" && shift && exec "$@"`,
  ...['sh', folder, ...command],
];

/** Throws unless this machine allows a small disk. */
export async function requireSmallDisks(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-'));
  const [program = '', ...words] = onSmallDisk(1, folder, ['true']);
  try {
    await promisify(execFile)(program, words);
  } catch (cause) {
    throw new Error(
      'The tests of full disks need Linux, and a user who may make namespaces (unshare --user --mount).',
      {
        cause,
      },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Where a process sees a folder, for those who do not see its file systems. */
export const seenBy = (pid: number, folder: string): string => join(`/proc/${pid}/root`, folder);

/** Fills the disk of a folder to the last byte. Returns a function that frees the space. */
export async function fill(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filling');
  await using file = await open(path, 'w');
  for (let size = 1024 ** 2; size >= 1; )
    try {
      const { bytesWritten } = await file.write(Buffer.alloc(size));
      if (bytesWritten < size) size = Math.floor(size / 2);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      size = Math.floor(size / 2);
    }
  return () => rm(path);
}
