import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { siteLanguages } from '#src/messages/languages.ts';
import { pictureFile } from '../factories/pictures.ts';
import { storyFields } from '../factories/stories.ts';
import { launch, lives, logIn, main, newFolder, newSiteFolder, parentOf, serverPid, start, stop } from './program.ts';

test('the first start responds, prints its URL, and shows a generated password exactly once', async () => {
  const dataDir = await newFolder();
  const first = await start(dataDir, { ADMIN_PASSWORD: '' });
  expect((await first.client.get('/healthz')).body).toEqual({ status: 'alive' });
  expect((await first.client.get('/readyz')).body).toEqual({
    status: 'ready',
    database: 'ok',
    files: 'ok',
    jobs: 'ok',
  });
  const made = /chief@news\.test with the password (\S+) /.exec(first.output())?.[1] ?? '';
  await first.client.login('/api/admin_login', 'chief@news.test', made);
  expect(await stop(first)).toBe(0);
  const second = await start(dataDir, { ADMIN_PASSWORD: '' });
  expect(second.output()).not.toContain('password');
  await stop(second);
});

test('a second start on the same folder exits with one sentence and changes nothing', async () => {
  const dataDir = await newSiteFolder();
  const first = await start(dataDir);
  const pid = await serverPid(dataDir);
  const second = launch(dataDir);
  expect(await second.exited).toBe(1);
  expect(second.output().trim()).toBe(
    `News Wing is already running on ${dataDir}; stop it first, or give this one another DATA_DIR.`,
  );
  expect(await serverPid(dataDir)).toBe(pid);
  expect((await first.client.get('/readyz')).status).toBe(200);
  await stop(first);
});

test('of two simultaneous starts one runs and the other reports it', async () => {
  const dataDir = await newSiteFolder();
  const both = [launch(dataDir), launch(dataDir)];
  const loser = await Promise.race(both.map((one) => one.exited.then(() => one)));
  expect(loser.output()).toContain('already running');
  const winner = both.find((one) => one !== loser);
  await expect.poll(() => winner?.output()).toContain('News Wing is at');
  if (winner) await stop(winner);
});

test('a start waits for a server that has not written its address yet', async () => {
  const dataDir = await newSiteFolder();
  const first = await start(dataDir);
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  const whole = await readFile(pidFile, 'utf8');
  const young = whole.split('\n').with(4, '').join('\n');
  const [pipeFile, wholeFile] = [`${pidFile}.pipe`, `${pidFile}.whole`];
  await writeFile(wholeFile, whole);
  execFileSync('mkfifo', [pipeFile]);
  await rename(pipeFile, pidFile);
  const second = launch(dataDir);
  const pipe = await open(pidFile, 'w'); // once the second start opens it to read the partial file, then the whole
  await rename(wholeFile, pidFile);
  await pipe.writeFile(young);
  await pipe.close();
  expect(await second.exited).toBe(1);
  expect(second.output()).toContain('already running');
  expect((await first.client.get('/readyz')).status).toBe(200);
  await stop(first);
});

test('SIGTERM lets a running request finish and stops PostgreSQL cleanly', async () => {
  const dataDir = await newSiteFolder();
  const running = await start(dataDir);
  const editor = await logIn(running);
  const pid = await serverPid(dataDir);
  const form = new FormData();
  for (const [name, value] of Object.entries(storyFields({ image: await pictureFile(2000, 1500) })))
    form.set(name, value as string | Blob);
  const whole = new Request('http://form', { method: 'POST', body: form });
  const body = Buffer.from(await whole.arrayBuffer());
  const sent = request(`${running.client.url}/api/admin`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${editor.token}`,
      'content-type': whole.headers.get('content-type') ?? '',
      'content-length': body.length,
    },
  });
  sent.write(body.subarray(0, body.length / 2));
  await expect.poll(() => readdir(join(dataDir, 'receiving')).catch(() => [])).not.toEqual([]);
  running.child.kill('SIGTERM');
  const health = () =>
    running.client.get('/healthz').then(
      ({ status }) => status,
      () => 'refused',
    );
  const answers = new Set<number | string>();
  await expect.poll(async () => answers.add(await health())).toContain('refused');
  expect([...answers].filter((answer) => answer !== 'refused' && answer !== 200)).toEqual([]); // none turned away
  sent.end(body.subarray(body.length / 2));
  const [response] = await once(sent, 'response');
  response.resume();
  expect(response.statusCode).toBe(201);
  expect(await running.exited).toBe(0);
  expect(lives(pid)).toBe(false);
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
});

test('npm start stops with npm, and runs the program with its memory flags', async () => {
  const dataDir = await newSiteFolder();
  const { child, client, exited } = await start(dataDir, {}, ['npm', 'start']);
  const server = await serverPid(dataDir);
  const site = await parentOf(await parentOf(server)); // the shell that supervises the server is between the two
  const words = (await readFile(`/proc/${site}/cmdline`, 'utf8')).split('\0');
  expect(words).toEqual(
    expect.arrayContaining(['--max-semi-space-size=16', '--heap-growing-percent=50', 'src/main.ts']),
  );
  const variables = async (pid: number) => (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
  expect(await variables(site)).toContain('MALLOC_MMAP_THRESHOLD_=32768');
  expect(await variables(server)).not.toContain('MALLOC_MMAP_THRESHOLD_=32768');
  child.kill('SIGTERM');
  await exited;
  await expect.poll(() => lives(site) || lives(server)).toBe(false);
  await expect(client.get('/healthz')).rejects.toThrow();
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
});

describe('an invalid setting exits with one clear sentence', () => {
  test.each([
    [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535.'],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      'The database at DATABASE_URL cannot be reached (connect ECONNREFUSED 127.0.0.1:1).',
    ],
  ])('%o', async (env, sentence) => {
    const { exited, output } = launch(await newFolder(), env);
    expect(await exited).toBe(1);
    expect(output().trim()).toBe(sentence);
  });

  test('a port that is in use', async () => {
    const first = await start(await newSiteFolder());
    const port = new URL(first.client.url).port;
    const { exited, output } = launch(await newSiteFolder(), { PORT: port });
    expect(await exited).toBe(1);
    expect(output().trim()).toBe(`Port ${port} at 127.0.0.1 is taken by another program; choose another with PORT.`);
    await stop(first);
  });
});

// Two starts; the first draws all pictures, and its stop waits for jobs that make more of them.
const sampleMs = 240_000;

test('sample content fills an empty site once, and is removed on request', { timeout: sampleMs }, async () => {
  const dataDir = await newFolder();
  const running = await start(dataDir, { SAMPLE_CONTENT: 'on' });
  const { body } = await running.client.get('/api/admin');
  expect(body.length).toBeGreaterThanOrEqual(48);
  expect(new Set(body.map(({ language }: { language: string }) => language)).size).toBe(siteLanguages.length);
  const own = await (await logIn(running)).form('POST', '/api/admin', storyFields());
  const removal = launch(dataDir, {}, [...main, 'sample:remove']);
  expect(await removal.exited).toBe(0);
  expect(removal.output()).toContain(`${body.length} sample stories removed.`);
  expect((await running.client.get('/api/admin')).body).toEqual([own.body]);
  await stop(running);
  const again = await start(dataDir, { SAMPLE_CONTENT: 'on' });
  expect((await again.client.get('/api/admin')).body).toEqual([own.body]);
  await stop(again);
});
