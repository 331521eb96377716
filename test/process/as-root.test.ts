import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launch, main, newFolder, start, stop } from './program.ts';

// The users that the program can run as: each machine supports some of these, and tests all that it supports.
const isRoot = process.getuid?.() === 0;
const namespaces = isRoot && spawnSync('unshare', ['--user', '--map-user=1', 'true']).status === 0;
const nobody =
  isRoot &&
  spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'test', '-x', import.meta.dirname])
    .status === 0;

describe.runIf(isRoot)('as root', () => {
  test.runIf(namespaces)('runs in a folder that is closed to others', async () => {
    const closed = await newFolder();
    await chmod(closed, 0o700);
    const running = await start(join(closed, 'data'));
    expect((await running.client.get('/readyz')).status).toBe(200);
    await stop(running);
  });

  test.runIf(nobody)('runs PostgreSQL as a system user without namespaces', async () => {
    const open = await newFolder();
    await chmod(open, 0o755);
    const running = await start(join(open, 'data'), { PATH: await pathWithout('unshare') });
    expect((await running.client.get('/readyz')).status).toBe(200);
    await stop(running);
  });

  test('in a closed folder without namespaces, exits with one sentence of advice', async () => {
    const closed = await newFolder();
    await chmod(closed, 0o700);
    const { exited, output } = launch(join(closed, 'data'), { PATH: await pathWithout('unshare') });
    expect(await exited).toBe(1);
    expect(output()).toMatch(
      /PostgreSQL refuses to run as root, and the user "\w+" cannot reach .+: open that folder, start News Wing as an ordinary user, or set DATABASE_URL\.\n$/,
    );
  });

  test.runIf(nobody)('runs as an ordinary user instead', async () => {
    const own = await newFolder();
    execFileSync('chown', ['65534:65534', own]);
    const running = await start(join(own, 'data'), { HOME: own }, [
      'setpriv',
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      ...main,
    ]);
    expect((await running.client.get('/readyz')).status).toBe(200);
    expect(await stop(running)).toBe(0);
  });
});

/** A PATH without one program, as in a container that forbids it. */
async function pathWithout(name: string) {
  const folder = join(await newFolder(), 'bin');
  await mkdir(folder);
  await chmod(join(folder, '..'), 0o755);
  for (const place of ['/bin', '/usr/bin'])
    for (const program of await readdir(place))
      if (program !== name) await symlink(join(place, program), join(folder, program)).catch(keepFirst);
  return folder;
}

// /bin and /usr/bin are the same folder on many machines.
const keepFirst = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EEXIST') throw error;
};
