import { expect, test } from 'vitest';
import { earlierBackup, written } from '../earlier-site.ts';
import { launch, logIn, main, newFolder, start, stop } from './process.ts';

test('a backup of an earlier version is restored, and the site of it starts', async () => {
  const dataDir = await newFolder();
  const env = { BACKUP_PASSPHRASE: earlierBackup.passphrase };
  const { exited, output } = launch(dataDir, env, [...main, 'restore', earlierBackup.folder]);
  expect([await exited, output()]).toEqual([0, expect.stringContaining('Start the site with npm start.')]);

  const running = await start(dataDir);
  const page = async (path: string) => {
    const { status, body } = await running.client.get(path);
    expect([path, status]).toEqual([path, 200]);
    return Buffer.from(body).toString();
  };
  const [pictured, corrected, draft] = written.stories;
  const front = await page('/news');
  expect(front).toContain(pictured?.news_title);
  expect(front).not.toContain(draft?.news_title);
  expect(await page('/category/sports-news')).toContain(corrected?.news_title);
  expect(await page('/topic/harbour')).toContain(pictured?.news_title);
  const editor = await logIn(running);
  const change = await editor.form('PUT', `/api/admin/${draft?.id}`, { status: 'published' });
  expect(change.body).toMatchObject({ status: 'published', news_title: draft?.news_title });
  expect(await page('/news')).toContain(draft?.news_title);
  expect(await stop(running)).toBe(0);
});
