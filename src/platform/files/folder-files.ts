import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderFile {
  /** Path below the folder, with slashes. */
  key: string;
  sizeBytes: number;
  modifiedMs: number;
  /** Differs after every change of the content; undefined if the file has changed just now. */
  version: string | undefined;
}

// The clock of a file system may stand still for some milliseconds (FAT: 2 s), in which a second change is not seen.
const justNowMs = 2000;

/**
 * Lists the files of a folder and its subfolders in the order of their keys' bytes; none if there is no such folder.
 * Those whose names have other characters than letters, digits, `_`, `-` and `.` are left out.
 */
export async function* listFolder(folder: string, prefix = ''): AsyncGenerator<FolderFile> {
  for (const name of await namesIn(join(folder, prefix))) {
    const key = prefix + name;
    if (name.endsWith('/')) yield* listFolder(folder, key);
    else {
      const found = await orNone(stat(join(folder, key), { bigint: true }));
      if (!found) continue; // removed in the meantime
      const modifiedMs = Number(found.mtimeMs);
      const version = Date.now() - modifiedMs < justNowMs ? undefined : String(found.mtimeNs);
      yield { key, sizeBytes: Number(found.size), modifiedMs, version };
    }
  }
}

// The names of files and folders of a site or a backup, unlike `.DS_Store`, or `lost+found`, which only root can read.
const plainName = /^[\w-][\w.-]*$/;

// Folders end with a slash, which is compared too: "a-b" comes before "a/b". Links and sockets are left out.
async function namesIn(folder: string): Promise<string[]> {
  const entries = (await orNone(readdir(folder, { withFileTypes: true }))) ?? [];
  const names = entries
    .filter((entry) => plainName.test(entry.name) && (entry.isFile() || entry.isDirectory()))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  return names.sort((a, b) => (a < b ? -1 : 1));
}

/** Undefined if there is no such file or folder. */
export const orNone = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
