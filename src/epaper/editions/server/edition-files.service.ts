import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PageFormat } from '#src/epaper/pages/pages.rules.ts';
import { listClipPictures } from '#src/epaper/pages/server/clip-files.queries.ts';
import type { Edition } from '#src/epaper/pages/server/editions.queries.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { workingFolder } from '#src/platform/files/files.ts';
import { setPublic } from '#src/platform/files/public-files.ts';

/** Storage key of a page's picture or tile. */
export const pageKey = (store: string, page: number, name: string | number, format: PageFormat = 'webp') =>
  `${editionFolder(store)}${page}-${name}.${format}`;

/** Key prefix of an edition's PDF and page pictures. */
export const editionFolder = (store: string): string => `editions/${store}/`;

/** Storage key of an edition's PDF. */
export const pdfKey = (store: string): string => `${editionFolder(store)}edition.pdf`;

/** Version of an edition's file in the URLs of its pictures; changes with the file. */
export const versionOf = ({ store }: { store: string }): string => store.slice(0, 8);

/**
 * Publishes or hides the cover of an edition and the pictures of its clips, according to its state in this transaction.
 * Must be the last step of a transaction that changes that state.
 */
export async function syncCoverVisibility({ files }: Pick<Context, 'files'>, tx: Db, edition: Edition): Promise<void> {
  const names = [...(edition.cover ? [edition.cover] : []), ...(await listClipPictures(tx, edition.id))];
  await setPublic(files, names, edition.deletedAt === null);
}

/** Runs `work` on a local copy of an edition's PDF in a temporary folder, which is removed afterwards. */
export async function withPdf<T>(
  ctx: Pick<Context, 'config' | 'files'>,
  store: string,
  work: (path: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(workingFolder(ctx.config.dataDir), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const path = join(folder, 'edition.pdf');
    const stored = await ctx.files.find(pdfKey(store));
    if (!stored) throw new Error('The stored PDF is missing');
    await pipeline(await stored.stream(), createWriteStream(path));
    return await work(path, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
