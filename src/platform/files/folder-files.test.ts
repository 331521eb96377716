import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listFolder } from './folder-files.ts';

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('lists files in the order of their keys, as a bucket does', async () => {
  const folder = await newFolder();
  const keys = ['a-b.txt', 'a.txt', 'a/1.txt', 'a/b/2.txt', 'a0.txt', 'b.txt'];
  await mkdir(join(folder, 'a/b'), { recursive: true });
  await mkdir(join(folder, 'empty'));
  for (const key of keys.toReversed()) await writeFile(join(folder, key), key);
  await symlink(folder, join(folder, 'link'));
  for (const other of ['.DS_Store', 'Straße.txt']) await writeFile(join(folder, other), '');
  await mkdir(join(folder, 'lost+found'));
  await writeFile(join(folder, 'lost+found/1'), '');
  const files = await Array.fromAsync(listFolder(folder));
  expect(files.map(({ key }) => key)).toEqual(keys);
  expect(files.map(({ sizeBytes }) => sizeBytes)).toEqual(keys.map((key) => key.length));
  expect(await Array.fromAsync(listFolder(join(folder, 'none')))).toEqual([]);
});

test('gives a file a version once its date can tell a further change', async () => {
  const folder = await newFolder();
  const path = join(folder, 'file');
  await writeFile(path, 'one');
  const version = async () => (await Array.fromAsync(listFolder(folder)))[0]?.version;
  expect(await version()).toBeUndefined();
  await utimes(path, 1000, 1000);
  const first = await version();
  expect(first).toBe('1000000000000');
  await utimes(path, 1000, 1000.5);
  expect(await version()).not.toBe(first);
});
