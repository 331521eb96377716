import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** How to run a PostgreSQL program, which refuses to run as root. */
export interface PostgresAccount {
  /** Arguments to put before the command. */
  prefix: string[];
  /** The user to switch to; undefined for the current one. */
  uid?: number;
  gid?: number;
}

const exec = promisify(execFile);

/**
 * The account to run PostgreSQL with: the current user, unless that is root.
 *
 * Root first tries a user namespace that maps root to another user: no file changes its owner, and folders that only
 * root may enter (such as its home) stay usable. Where the kernel or the container forbids namespaces, an ordinary
 * system user is used, if it can reach `paths`.
 */
export async function postgresAccount(paths: string[]): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const users = await systemUsers();

  // initdb looks up the name of its user, so the uid must be in /etc/passwd.
  const any = users.find((user) => user.uid > 0);
  if (any) {
    const prefix = ['unshare', '--user', `--map-user=${any.uid}`, `--map-group=${any.gid}`];
    if (await succeeds({ prefix }, ['true'])) return { prefix };
  }

  const name = ['postgres', 'nobody'].find((name) => users.some((user) => user.name === name));
  const user = users.find((user) => user.name === name);
  if (user) {
    const account = { prefix: [], uid: user.uid, gid: user.gid };
    const reached = await Promise.all(paths.map((path) => succeeds(account, ['test', '-x', path])));
    const closed = paths[reached.indexOf(false)];
    if (!closed) return account;
    throw new Error(
      `PostgreSQL refuses to run as root, and the user "${user.name}" cannot reach ${closed}: open that folder, start News Wing as an ordinary user, or set DATABASE_URL.`,
    );
  }
  throw new Error('PostgreSQL refuses to run as root: start News Wing as an ordinary user, or set DATABASE_URL.');
}

/** Runs a command with that account and waits for it. Throws with its output if it fails. */
export async function run(command: string[], account: PostgresAccount): Promise<void> {
  const [program = '', ...args] = [...account.prefix, ...command];
  const { uid, gid } = account;
  await exec(program, args, {
    cwd: '/',
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
}

const succeeds = (account: PostgresAccount, command: string[]) =>
  run(command, account).then(
    () => true,
    () => false,
  );

async function systemUsers() {
  const lines = (await readFile('/etc/passwd', 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':'); // such as "daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin"
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}
