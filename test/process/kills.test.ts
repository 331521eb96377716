import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pictureFile } from '../factories/pictures.ts';
import { storyFields } from '../factories/stories.ts';
import { lives, logIn, newSiteFolder, parentOf, type Running, serverPid, start, stop } from './program.ts';

test('if only Node is killed, PostgreSQL stops by itself and the next start succeeds', async () => {
  const dataDir = await newSiteFolder();
  const running = await start(dataDir);
  const pid = await serverPid(dataDir);
  await stop(running, 'SIGKILL');
  await expect.poll(() => lives(pid)).toBe(false);
  await stop(await start(dataDir));
});

test('the next start finds and stops an orphaned PostgreSQL', async () => {
  const dataDir = await newSiteFolder();
  const running = await start(dataDir);
  const pid = await serverPid(dataDir);
  // Node is suspended while the shell that supervises the server is killed with its subshell.
  running.child.kill('SIGSTOP');
  const shell = await parentOf(pid);
  for (const child of childrenOf(shell)) if (child !== pid) process.kill(child, 'SIGKILL');
  process.kill(shell, 'SIGKILL');
  await stop(running, 'SIGKILL');
  expect(lives(pid)).toBe(true);
  const next = await start(dataDir);
  expect(await serverPid(dataDir)).not.toBe(pid);
  await stop(next);
});

/** The program, its PostgreSQL and its other child processes, separately. */
async function everything({ child }: Running, dataDir: string) {
  const pid = child.pid as number; // it is running, so it has a pid
  return [pid, await serverPid(dataDir), ...childrenOf(pid)];
}

function childrenOf(pid: number) {
  const pids = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .toString()
    .trim();
  return pids.split('\n').map(Number);
}

/** Kills a process, unless it has already ended after its parent. */
function killHard(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

type Victims = (running: Running, dataDir: string) => Promise<number[]>;
const processGroup: Victims = async ({ child }) => [-(child.pid as number)]; // a negative pid is a process group

test.each<[string, Victims]>([
  ['everything', everything],
  ...(process.env.THOROUGH ? [['its process group', processGroup] as [string, Victims]] : []),
])(
  'kill -9 of %s during 200 creates loses no acknowledged story',
  async (_, victimsOf) => {
    const dataDir = await newSiteFolder();
    const running = await start(dataDir);
    const editor = await logIn(running);
    const picture = await pictureFile(400, 300, 'jpeg');
    const acknowledged: { id: number; image_url: string }[] = [];
    const creates = Array.from({ length: 200 }, async () => {
      const { status, body } = await editor.form('POST', '/api/admin', { ...storyFields(), image: picture });
      if (status === 201) acknowledged.push(body);
    });
    const over = Promise.allSettled(creates);
    // Each picture is opened by a process of its own: 60 took 15 s on a quiet machine, and more than 60 s on a busy one.
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(20);
    for (const victim of await victimsOf(running, dataDir)) killHard(victim);
    await over;
    expect(acknowledged.length).toBeLessThan(200);

    const next = await start(dataDir);
    for (const { id, image_url } of acknowledged) {
      expect((await next.client.get(`/api/admin/${id}`)).status).toBe(200);
      expect((await next.client.get(`/api${image_url}`)).status).toBe(200);
    }
    await stop(next);
  },
  120_000,
);

test('a story scheduled during downtime appears after the restart, dated by its schedule', async () => {
  const dataDir = await newSiteFolder();
  const first = await start(dataDir);
  const publish_at = new Date(Date.now() + 8000).toISOString();
  const scheduled = storyFields({ status: 'scheduled', publish_at });
  const { body: story } = await (await logIn(first)).form('POST', '/api/admin', scheduled);
  expect((await first.client.get(`/api/admin/${story.id}`)).status).toBe(404);
  await stop(first);
  await sleep(Math.max(0, Date.parse(publish_at) - Date.now()));
  const second = await start(dataDir);
  const shown = () => second.client.get(`/api/admin/${story.id}`);
  await expect.poll(async () => (await shown()).status, { timeout: 90_000 }).toBe(200);
  expect((await shown()).body).toMatchObject({ status: 'published', publish_at: null, created_at: publish_at });
  await stop(second);
});
