import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSmtpServer } from '../smtp.ts';
import { launch, main, newFolder, newSiteFolder, start, stop } from './program.ts';

/** A port that is free, as far as can be found out. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listens on TCP
  await new Promise((done) => server.close(done));
  return String(port);
}

/** Runs the command. Its output is a line for each check, by the check's name. */
async function doctor(dataDir: string, env: Record<string, string>, words: string[] = []) {
  const { exited, output } = launch(dataDir, env, [...main, 'doctor', ...words]);
  const code = await exited;
  const lines = output().trim().split('\n');
  const byName = Object.fromEntries(
    lines.map((line) => {
      const [, state, name = line, sentences] = /^(\w+) +([^:]+): (.+)$/.exec(line) ?? [];
      return [name, [state, sentences]];
    }),
  );
  return { code, output: output(), byName };
}

test('checks a site that runs and one that does not, and exits with 1 when something fails', async () => {
  const dataDir = await newSiteFolder();
  const smtp = await openSmtpServer('paper', 'geheim!42');
  onTestFinished(smtp.close);
  const env = { PORT: await freePort(), SMTP_URL: `smtp://paper:${encodeURIComponent('geheim!42')}@${smtp.host}` };

  const running = await start(dataDir, env);
  const healthy = await doctor(dataDir, env, ['--mail-to', 'me@paper.test']);
  expect(healthy).toMatchObject({ code: 0, output: expect.not.stringContaining('geheim') });
  expect(healthy.byName).toMatchObject({
    Port: ['ok', expect.stringContaining('The site answers at')],
    Database: ['ok', expect.stringMatching(/^PostgreSQL .+ answers\.$/)],
    'Address of the site': ['ok', expect.stringContaining('leads to this site')],
    Proxies: ['ok', expect.anything()],
    'Job queue': [expect.anything(), expect.anything()],
    'Test mail': ['ok', expect.stringContaining('me@paper.test')],
  });
  expect(smtp.received.map(({ to }) => to)).toEqual(['me@paper.test']);
  await stop(running);

  const stopped = await doctor(dataDir, env);
  expect(stopped.code).toBe(0);
  expect(stopped.byName).toMatchObject({
    Port: ['ok', expect.stringContaining('The site is not running')],
    Database: ['ok', expect.anything()],
    'Address of the site': ['warning', expect.stringContaining('because the site is not running')],
  });

  const closed = `postgres://paper:geheim@127.0.0.1:${await freePort()}/paper`;
  const broken = await doctor(dataDir, { ...env, DATABASE_URL: closed });
  expect(broken).toMatchObject({ code: 1, output: expect.not.stringContaining('geheim') });
  expect(broken.byName).toMatchObject({
    Database: ['failing', expect.stringContaining('ECONNREFUSED')],
    Backups: ['warning', expect.stringContaining('Not checked')],
    'Mail server': ['ok', expect.anything()],
  });
});

test('without a place for its files it reports that instead of ending', async () => {
  const file = join(await newFolder(), 'file');
  await writeFile(file, '');
  const { code, output, byName } = await doctor(join(file, 'data'), { PORT: await freePort() });
  expect(code).toBe(1);
  expect(byName).toMatchObject({ Folders: ['failing', expect.stringContaining('ENOTDIR')] });
  expect(output).not.toMatch(/^ +at /m); // no stack
});

test('wrong use has an exit code of its own', async () => {
  const { code, output } = await doctor(await newFolder(), {}, ['--mail-to', 'nobody']);
  expect([code, output]).toEqual([2, expect.stringContaining('Usage: npm run doctor')]);
});
