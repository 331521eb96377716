// Everything that a site stores outside the database and that a backup holds: the files of its storage, and the mails
// that no SMTP server was there to send. Left out are temporary folders, sockets and logs, and PostgreSQL's own folder.
import { createReadStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { isNoSuchKey } from '../files/bucket-client.ts';
import type { Files, ListedFile } from '../files/files.ts';
import { listFolder } from '../files/folder-files.ts';
import { publicKey, withheldKey } from '../files/public-files.ts';
import { outboxFolder } from '../mail/mail-transport.ts';

const storage = 'files/';
const outbox = 'outbox/';

const pathInBackup = /^(?:files|outbox)(?:\/[\w-][\w.-]{0,254})+$/;
const maxPath = 1000;

/** Whether a site can have a file of this name. A backup may name any file, since it may come from a stranger. */
export const isSiteFile = (key: string): boolean => key.length <= maxPath && pathInBackup.test(key);

/** Written and deleted by the health check. */
const healthCheck = 'check';

export interface SiteFiles {
  /** All files, in the order of their keys' bytes. */
  list(): AsyncGenerator<ListedFile>;
  /** Reads a file with `read`. Undefined if there is none, also if it is removed at this moment. */
  read<T>(key: string, read: (stream: Readable) => Promise<T>): Promise<T | undefined>;
  /** Moves a local file to its place. */
  add(key: string, path: string): Promise<void>;
}

/** Names in a backup: `files/` and the key in the storage, or `outbox/` and the name of a mail. */
export function openSiteFiles({ dataDir }: Config, files: Files): SiteFiles {
  const mails = outboxFolder(dataDir);
  const openFile = async (key: string) =>
    key.startsWith(outbox)
      ? createReadStream(join(mails, key.slice(outbox.length)))
      : (await files.find(key.slice(storage.length)))?.stream();
  return {
    async *list() {
      for await (const { key, ...file } of files.list())
        if (key !== healthCheck && isSiteFile(storage + key)) yield { key: storage + key, ...file };
      for await (const { key, sizeBytes, version } of listFolder(mails))
        yield { key: outbox + key, sizeBytes, version };
    },
    async read(key, read) {
      try {
        const stream = await openFile(key);
        return stream && (await read(stream));
      } catch (error) {
        if (isNoSuchKey(error) || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async add(key, path) {
      if (!key.startsWith(outbox)) return files.add(key.slice(storage.length), path);
      const target = join(mails, key.slice(outbox.length));
      await mkdir(dirname(target), { recursive: true, mode: 0o700 }); // an operator may have sorted them into folders
      await rename(path, target);
    },
  };
}

const openFolder = storage + publicKey('');
const withheldFolder = storage + withheldKey('');

/** The other key of a file that is published and withheld by moving it; undefined for all others. */
export function otherKey(key: string): string | undefined {
  if (key.startsWith(openFolder)) return withheldFolder + key.slice(openFolder.length);
  return key.startsWith(withheldFolder) ? openFolder + key.slice(withheldFolder.length) : undefined;
}
