import { chown, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresAccount } from './account.ts';
import { port } from './connection.ts';

// sockaddr_un holds 107 bytes on Linux and 103 on macOS, including the socket's name (".s.PGSQL.5432").
const maxSocketDirBytes = 103 - `/.s.PGSQL.${port}`.length;

/** Makes the directory of the Unix socket: in `dataDir`, or in the temporary folder if its path is too long. */
export async function makeSocketDir(dataDir: string, account: PostgresAccount): Promise<string> {
  const preferred = join(dataDir, 'postgres-socket');
  const dir =
    Buffer.byteLength(preferred) <= maxSocketDirBytes ? preferred : await mkdtemp(join(tmpdir(), 'news-wing-'));
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined) await chown(dir, account.uid, account.gid ?? account.uid);
  return dir;
}
