import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storyFields } from '../factories/stories.ts';
import { lives, logIn, newSiteFolder, parentOf, serverPid, start, stop } from './program.ts';

const crashed = 'PostgreSQL has crashed (SIGKILL).';

test('after kill -9 of PostgreSQL the same process writes again', async () => {
  const dataDir = await newSiteFolder();
  const running = await start(dataDir);
  const editor = await logIn(running);
  const { body: story } = await editor.form('POST', '/api/admin', storyFields());
  process.kill(await serverPid(dataDir), 'SIGKILL');
  await expect.poll(running.output).toContain(crashed);
  const write = () => editor.form('POST', '/api/admin', storyFields());
  await expect.poll(async () => (await write()).status).toBe(201);
  expect((await running.client.get(`/api/admin/${story.id}`)).status).toBe(200);
  await expect.poll(async () => (await running.client.get('/readyz')).status).toBe(200);
  expect(running.child.exitCode).toBeNull();
  expect(await stop(running)).toBe(0);
});

test('kill -9 of PostgreSQL while stories are written loses none that was acknowledged', async () => {
  const dataDir = await newSiteFolder();
  const running = await start(dataDir);
  const editor = await logIn(running);
  const acknowledged: number[] = [];
  const creates = Array.from({ length: 100 }, async () => {
    const { status, body } = await editor.form('POST', '/api/admin', storyFields());
    if (status === 201) acknowledged.push(body.id);
    else expect(status).toBeGreaterThanOrEqual(500);
  });
  const over = Promise.all(creates);
  await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(20);
  process.kill(await serverPid(dataDir), 'SIGKILL');
  await over;
  await expect.poll(async () => (await running.client.get('/readyz')).status).toBe(200);
  for (const id of acknowledged) expect((await running.client.get(`/api/admin/${id}`)).status).toBe(200);
  expect(running.output()).toContain(crashed);
  expect(await stop(running)).toBe(0);
});

test('a cached page is answered with 200 in every request from kill -9 of PostgreSQL until it is back', async () => {
  const dataDir = await newSiteFolder();
  const running = await start(dataDir);
  const editor = await logIn(running);
  const { body: story } = await editor.form('POST', '/api/admin', storyFields());
  const paths = ['/news', `/news/${story.id}`, '/hi/about'];
  const read = async (path: string) => {
    const { status, headers } = await running.client.get(path);
    return { path, status, state: headers.get('x-cache') };
  };
  for (const path of paths) await expect.poll(() => read(path)).toEqual({ path, status: 200, state: 'hit' });
  process.kill(await serverPid(dataDir), 'SIGKILL');
  const states = new Set<string | null>();
  let ready = 0;
  while (ready !== 200) {
    for (const path of paths) {
      const { status, state } = await read(path);
      expect([path, status]).toEqual([path, 200]);
      states.add(state);
    }
    // It may still answer before it detects that PostgreSQL has been killed.
    if (running.output().includes(crashed)) ready = (await running.client.get('/readyz')).status;
  }
  expect(states).toContain('offline');
  for (const path of paths) await expect.poll(() => read(path)).toEqual({ path, status: 200, state: 'hit' });
  expect(await stop(running)).toBe(0);
});

test('when only the shell that supervises PostgreSQL is killed, PostgreSQL is stopped and restarted', async () => {
  const dataDir = await newSiteFolder();
  const running = await start(dataDir);
  const pid = await serverPid(dataDir);
  process.kill(await parentOf(pid), 'SIGKILL');
  await expect.poll(() => lives(pid)).toBe(false);
  await expect.poll(async () => (await running.client.get('/readyz')).status).toBe(200);
  expect(await serverPid(dataDir)).not.toBe(pid);
  expect(await stop(running)).toBe(0);
});

test('data that is damaged ends the process after some attempts, with the reason', async () => {
  const dataDir = await newSiteFolder();
  const running = await start(dataDir);
  const control = join(dataDir, 'postgres/global/pg_control');
  await rename(control, `${control}.away`);
  process.kill(await serverPid(dataDir), 'SIGKILL');
  expect(await running.exited).toBe(1);
  expect(running.output()).toContain(crashed);
  expect(running.output().trimEnd().split('\n').at(-1)).toMatch(/the data in .* is damaged: restore a backup\./);
});

test('SIGTERM while PostgreSQL cannot be started ends the process', async () => {
  const dataDir = await newSiteFolder();
  const running = await start(dataDir);
  const control = join(dataDir, 'postgres/global/pg_control');
  await rename(control, `${control}.away`);
  process.kill(await serverPid(dataDir), 'SIGKILL');
  await expect.poll(running.output).toContain('is damaged');
  expect(await stop(running)).toBe(0);
  await rename(`${control}.away`, control);
  await stop(await start(dataDir));
});
