import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The server that runs on a cluster, according to postmaster.pid. */
export interface PidFile {
  /** 0 if the file is missing or empty. */
  pid: number;
  /** Empty while the server starts. */
  socketDir: string;
}

export const pidFilePath = (cluster: string): string => join(cluster, 'postmaster.pid');

/** Reads postmaster.pid, whose lines are: pid, data directory, start time, port, socket directory, and more. */
export async function readPidFile(cluster: string): Promise<PidFile> {
  const lines = (await readFile(pidFilePath(cluster), 'utf8').catch(() => '')).split('\n');
  return { pid: Number(lines[0]), socketDir: lines[4] ?? '' };
}

/** What runs under a pid: after a reboot it may be another program. Without /proc the file is trusted. */
export async function processOf(pid: number): Promise<'none' | 'postgres' | 'another program'> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'none';
  }
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  return name.trim() === 'postgres' ? 'postgres' : 'another program';
}
