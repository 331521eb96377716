import { constants, createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFolder } from '../files/folder-files.ts';
import { type BackupStore, unfinishedFolder } from './store.ts';

// Backups hold personal data.
const privateFolder = { recursive: true, mode: 0o700 } as const;

/** Backups in a folder, such as that of an external disk. */
export function openFolderStore(folder: string): BackupStore {
  let added: string[] = [];
  return {
    address: folder,
    losesUnflushed: true,
    async *list(prefix) {
      for await (const { key, ...file } of listFolder(folder, prefix)) yield { name: key, ...file };
    },
    async read(name) {
      const file = await openFile(join(folder, name));
      return file && createReadStream('', { fd: file });
    },
    async makeWorkFolder(id) {
      const path = join(folder, unfinishedFolder, id); // on the same disk, so that files can be renamed
      await mkdir(path, privateFolder).catch(({ code }) => {
        throw new Error(`${folder} cannot be written to (${code}).`); // the error itself names an inner folder
      });
      return path;
    },
    async add(name, path) {
      const target = join(folder, name);
      await mkdir(dirname(target), privateFolder);
      await rename(path, target);
      added.push(target);
    },
    // Not file by file: by the end of a backup the kernel has written most of them, and waits for none.
    async flush() {
      const written = added;
      added = [];
      for (const path of [...written, ...new Set(written.map(dirname))]) await sync(path);
    },
    async remove(names) {
      for (const name of names) await rm(join(folder, name), { force: true });
      // The inner ones first. Those at the top stay: another backup may be about to use them.
      const parents = [...new Set(names.map(dirname))].filter((parent) => parent.includes('/'));
      for (const parent of parents.sort((a, b) => b.length - a.length)) await removeIfEmpty(join(folder, parent));
    },
  };
}

// Not for a link, which may lead to a device, nor for a pipe, whose opening would wait for a writer.
const regular = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const notThere: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

/** Undefined if there is no file, but a folder, link or the like. */
async function openFile(path: string): Promise<FileHandle | undefined> {
  const file = await open(path, regular).catch((error: NodeJS.ErrnoException) => {
    if (notThere.has(error.code ?? '')) return undefined;
    throw error;
  });
  if (!file || (await file.stat()).isFile()) return file;
  await file.close();
  return undefined;
}

async function removeIfEmpty(folder: string) {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error;
  });
}

/** Waits until the disk has it. */
async function sync(path: string) {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
