import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import { runningPostgres } from '#src/platform/postgres/server.ts';
import { pictureFile } from '../factories/pictures.ts';
import { storyFields } from '../factories/stories.ts';
import { launch, logIn, main, newFolder, newSiteFolder, start, stop } from './program.ts';

const passphrase = { BACKUP_PASSPHRASE: 'correct horse battery staple' };

/** Runs a command until it ends. */
async function run(dataDir: string, words: string[], env: Record<string, string> = {}) {
  const { exited, output } = launch(dataDir, env, [...main, ...words]);
  return { code: await exited, output: output() };
}

test('backs up a running site, verifies that, and restores it to another folder, where it starts', async () => {
  const [dataDir, target, restoredTo] = [await newSiteFolder(), await newFolder(), await newFolder()];
  const running = await start(dataDir);
  const editor = await logIn(running);
  const { body: story } = await editor.form('POST', '/api/admin', storyFields({ image: await pictureFile(300, 200) }));

  // A backup that is killed does not count.
  const { child, output, exited } = launch(dataDir, passphrase, [...main, 'backup', target]);
  while (!output().includes('Copying tables')) await Promise.race([once(child.stderr, 'data'), exited]);
  child.kill('SIGKILL');
  await exited;
  const none = await run(dataDir, ['verify', target]);
  expect(none).toEqual({ code: 1, output: `There is no backup in ${target}.\n` });

  const made = await run(dataDir, ['backup', target], passphrase);
  expect(made).toEqual({ code: 0, output: expect.stringMatching(/^Backup \S+ is complete in /m) });
  expect(made.output).not.toContain(passphrase.BACKUP_PASSPHRASE);
  await stop(running);
  const verified = await run(dataDir, ['verify', target], passphrase);
  expect(verified).toEqual({ code: 0, output: expect.stringContaining('every byte is as it was written') });

  const restore = await run(restoredTo, ['restore', target], passphrase);
  expect(restore).toEqual({ code: 0, output: expect.stringContaining('Start the site with npm start.') });
  const restored = await start(restoredTo);
  expect((await restored.client.get(`/api/admin/${story.id}`)).body).toEqual(story);
  expect((await restored.client.get(`/api${story.image_url}`)).status).toBe(200);
  // The session goes on, since AUTH_SECRET is the same.
  const session = { authorization: `Bearer ${editor.token}` };
  expect((await restored.client.get('/api/verify_token', session)).status).toBe(200);
  await stop(restored);
});

/** Kills the process of a site that makes a backup. Returns whether there was one. */
async function killBackup(site: number | undefined) {
  const children = await readFile(`/proc/${site}/task/${site}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''); // it may have ended
    if (command.includes('\0backup\0')) return process.kill(Number(pid), 'SIGKILL');
  }
  return false;
}

test('the site backs itself up to BACKUP_TO, and shows when that has failed', async () => {
  const [dataDir, folder] = [await newSiteFolder(), await newFolder()];
  const site = await start(dataDir, { BACKUP_TO: join(folder, 'store') });
  const editor = await logIn(site);
  const queue = new PgBoss({
    connectionString: (await runningPostgres(dataDir)) ?? '',
    schema: 'jobs',
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await queue.start();
  const found = async () => (await editor.send('POST', '/api/health/backups')).body;
  /** Waits for this many backups that were made and that have failed, by the audit log. */
  const waitFor = (made: number, failed: number) =>
    expect
      .poll(
        async () => {
          const { rows } = await queue
            .getDb()
            .executeSql("SELECT action FROM audit_log WHERE action LIKE 'backup.%' ORDER BY action");
          return rows.map(({ action }) => action);
        },
        { timeout: 60_000 },
      )
      .toEqual([...Array(failed).fill('backup.failed'), ...Array(made).fill('backup.made')]);
  await queue.send('health.back-up', {});
  await waitFor(1, 0);
  const made = `The last backup was made less than a day ago, in ${join(folder, 'store')} (`;
  expect(await found()).toMatchObject({ state: 'ok', finding: expect.stringContaining(made) });

  const oneAttempt = { retryLimit: 0 }; // another attempt may begin half a minute later
  await queue.send('health.back-up', {}, oneAttempt);
  await expect.poll(() => killBackup(site.child.pid), { timeout: 60_000 }).toBe(true);
  await waitFor(1, 1);
  expect((await found()).finding).toContain('has failed: SIGKILL');

  // No user can write to a file as if it were a folder.
  await rm(join(folder, 'store'), { recursive: true });
  await writeFile(join(folder, 'store'), '');
  await queue.send('health.back-up', {}, oneAttempt);
  await waitFor(1, 2);
  expect((await found()).finding).toContain('(ENOTDIR)');

  // A backup of a site that has lost a file is complete, and is not made again.
  await rm(join(folder, 'store'));
  const { body: story } = await editor.form('POST', '/api/admin', storyFields({ image: await pictureFile(300, 200) }));
  await rm(join(dataDir, 'files/open', basename(story.image_url)));
  const id = await queue.send('health.back-up', {}, oneAttempt);
  await waitFor(2, 2);
  expect((await found()).finding).toContain('lacks 1 file that the site has lost');
  await expect
    .poll(async () => (await queue.findJobs('health.back-up', { id: id as string }))[0]?.state)
    .toBe('completed');
  await queue.stop();
  await stop(site);

  const refused = await run(dataDir, [], { BACKUP_TO: join(dataDir, 'backups') });
  expect(refused).toEqual({ code: 1, output: expect.stringContaining('is in DATA_DIR') });
});

test('wrong use has an exit code of its own', async () => {
  const { code, output } = await run(await newFolder(), ['backup']);
  expect([code, output]).toEqual([2, expect.stringContaining('Usage: npm run backup -- TO')]);
});
