import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import { setPublic } from '#src/platform/public-files.ts';
import type { PageFormat } from '../reading.rules.ts';
import { listClipPictures } from './clips.queries.ts';
import type { Edition } from './editions.queries.ts';

/** Where a page's picture, or a tile of it, is stored. */
export const pageKey = (store: string, page: number, name: string | number, format: PageFormat = 'webp') =>
  `editions/${store}/${page}-${name}.${format}`;

/** What stands for an edition's file in addresses of its pictures: another file has another. */
export const versionOf = ({ store }: { store: string }): string => store.slice(0, 8);

/**
 * Publishes or withholds the cover of an edition and the pictures of its clips, as it is on the rack in this transaction or
 * not: the last step of one that changes this.
 */
export async function settleCover({ files }: Pick<Context, 'files'>, tx: Db, edition: Edition): Promise<void> {
  const names = [...(edition.cover ? [edition.cover] : []), ...(await listClipPictures(tx, edition.id))];
  await setPublic(files, names, edition.deletedAt === null);
}

/** Works on an edition's PDF in a folder of its own on this machine, which goes afterwards with all that was left there. */
export async function withPdf<T>(
  ctx: Pick<Context, 'config' | 'files'>,
  store: string,
  work: (path: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(ctx.config.dataDir, 'working', randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const path = join(folder, 'edition.pdf');
    const stored = await ctx.files.find(`editions/${store}/edition.pdf`);
    if (!stored) throw new Error('The stored PDF is missing');
    await pipeline(await stored.stream(), createWriteStream(path));
    return await work(path, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
