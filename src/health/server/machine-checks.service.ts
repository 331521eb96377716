// Checks of the machine: port, folders, disk.
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describeBytes } from '#src/platform/backup/progress.ts';
import type { Config } from '#src/platform/config.ts';
import { orNone } from '#src/platform/files/folder-files.ts';
import { diskState } from '../health.rules.ts';
import { type Finding, type HealthSite, reasonOf } from './health-site.service.ts';
import { askSite } from './site-request.service.ts';

/** Where the site listens, as an origin of this machine. */
function localUrl({ host, port }: Config): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Whether this site answers where it is configured to listen. */
export async function isListening(
  site: Pick<HealthSite, 'config' | 'signedUrls' | 'now'>,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await askSite(site, localUrl(site.config), signal).catch(() => undefined);
  return answer?.probe !== undefined;
}

export async function checkPorts(site: HealthSite, signal: AbortSignal): Promise<Finding> {
  const { host, port } = site.config;
  if (port === 0) return { state: 'ok', finding: { key: 'health.portChosen' } };
  const url = localUrl(site.config);
  if (await isListening(site, signal)) return { state: 'ok', finding: { key: 'health.portRunning', params: { url } } };
  try {
    await listenOnce(host, port);
    return { state: 'ok', finding: { key: 'health.portFree', params: { url } } };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      return {
        state: 'failing',
        finding: { key: 'health.portTaken', params: { url } },
        mend: { key: 'health.portTakenMend' },
      };
    return {
      state: 'failing',
      finding: { key: 'health.portRefused', params: { url, reason: reasonOf(error) } },
      mend: { key: 'health.portRefusedMend' },
    };
  }
}

const listenOnce = (host: string, port: number) =>
  new Promise<void>((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen({ host, port, exclusive: true }, () => server.close(() => done()));
  });

// Folders of DATA_DIR that the site writes to; that of PostgreSQL may belong to another user.
const writtenFolders = ['files', 'receiving', 'working', 'outbox', 'secrets'];

export async function checkFolders({ config: { dataDir } }: HealthSite): Promise<Finding> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const { uid } = await stat(dataDir);
  if (process.getuid && uid !== process.getuid())
    return {
      state: 'warning',
      finding: { key: 'health.foldersOther', params: { folder: dataDir } },
      mend: { key: 'health.foldersOtherMend' },
    };
  for (const name of ['', ...writtenFolders]) {
    const folder = join(dataDir, name);
    const reason = await whyUnusable(folder, name === '');
    if (reason)
      return {
        state: 'failing',
        finding: { key: 'health.foldersDenied', params: { folder, reason } },
        mend: { key: 'health.foldersMend' },
      };
  }
  const secrets = join(dataDir, 'secrets');
  const { mode } = (await orNone(stat(secrets))) ?? { mode: 0 };
  if (process.platform !== 'win32' && mode & 0o077)
    return {
      state: 'warning',
      finding: { key: 'health.foldersOpen', params: { folder: secrets } },
      mend: { key: 'health.foldersOpenMend' },
    };
  return { state: 'ok', finding: { key: 'health.foldersFine', params: { folder: dataDir } } };
}

/** Why a folder cannot be used. One that does not exist yet is made when it is needed. */
async function whyUnusable(folder: string, withFile: boolean): Promise<string | undefined> {
  try {
    if (!(await orNone(stat(folder)))) return undefined;
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (withFile) await writeAndDelete(join(folder, `.health-check-${randomUUID()}`));
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

async function writeAndDelete(path: string) {
  await writeFile(path, path, { flag: 'wx', mode: 0o600 });
  try {
    if ((await readFile(path, 'utf8')) !== path) throw new Error('What was read is not what was written.');
  } finally {
    await rm(path);
  }
}

export async function checkDisk({ config: { dataDir } }: HealthSite): Promise<Finding> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const percent = Math.floor((bavail / blocks) * 100);
  const state = diskState(percent);
  return {
    state,
    finding: { key: 'health.diskFree', params: { percent, folder: dataDir, free: describeBytes(bavail * bsize) } },
    ...(state !== 'ok' && { mend: { key: 'health.diskMend' } as const }),
  };
}
