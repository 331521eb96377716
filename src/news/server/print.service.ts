import type { Context } from '#src/platform/context.ts';
import { readOriginal } from './picture-files.ts';
import { listForPrint, listHeads, listPublicIds, type PrintableStory } from './print.queries.ts';

export type { PrintableStory };

/** What has appeared between two instants, newest first, for the printed paper. */
export const getPrintable = (
  ctx: Pick<Context, 'db'>,
  between: { from: Date; before: Date },
  limit: number,
): Promise<PrintableStory[]> => listForPrint(ctx.db, between, limit);

/** Of these stories those that appeared between two instants and are public, without their texts. */
export const getHeads = (ctx: Pick<Context, 'db'>, between: { from: Date; before: Date }, ids: number[]) =>
  listHeads(ctx.db, between, ids);

/** A picture as its story shows it (JPEG). */
export const readPicture = (ctx: Pick<Context, 'files'>, name: string): Promise<Uint8Array> => readOriginal(ctx, name);

/** Those of these stories that everyone may read. */
export const publicAmong = async (ctx: Pick<Context, 'db'>, ids: number[]): Promise<Set<number>> =>
  new Set(await listPublicIds(ctx.db, ids));
