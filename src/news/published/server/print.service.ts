import type { ListedCorrection } from '#src/news/corrections/corrections.contract.ts';
import { listCorrections } from '#src/news/corrections/server/corrections.queries.ts';
import { readJpeg } from '#src/news/media/server/picture-files.service.ts';
import { listPublicIds } from '#src/news/stories/server/stories.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { findForPrint, listForPrint, listHeads, listPicturesById } from './print.queries.ts';
import { type PrintedBlocks, printedBlocks } from './print-blocks.service.ts';

/** A story with all printed fields, and what the blocks of its text refer to. */
export type PrintableStory = Awaited<ReturnType<typeof listForPrint>>[number] & { printed: PrintedBlocks };

/** Stories published between two instants, newest first, for the printed edition. */
export const getPrintable = async (
  ctx: Pick<Context, 'db'>,
  between: { from: Date; before: Date },
  limit: number,
): Promise<PrintableStory[]> => withBlocks(ctx, await listForPrint(ctx.db, between, limit));

/** Stories with what the blocks of their texts refer to now. */
export const withBlocks = async <Story extends { body: string }>(ctx: Pick<Context, 'db'>, stories: Story[]) => {
  const printed = await printedBlocks(ctx, stories);
  return stories.map((story) => ({ ...story, printed }));
};

/** Headlines of the given stories that are public and were published between two instants. */
export const getHeads = (ctx: Pick<Context, 'db'>, between: { from: Date; before: Date }, ids: number[]) =>
  listHeads(ctx.db, between, ids);

/** A public story. Throws `not_found`. */
export async function getPrintableStory(ctx: Pick<Context, 'db'>, id: number) {
  const story = await findForPrint(ctx.db, id);
  if (!story) throw new AppError('not_found', 'news.storyNotFound');
  return story;
}

/** Pictures by id; unknown ids are missing. */
export const getPrintPictures = async (ctx: Pick<Context, 'db'>, ids: number[]) =>
  new Map(ids.length ? (await listPicturesById(ctx.db, ids)).map((picture) => [picture.id, picture]) : []);

/** The full-size picture (JPEG). */
export const readPicture = (ctx: Pick<Context, 'files'>, name: string): Promise<Uint8Array> => readJpeg(ctx, name);

/** The corrections of public stories in a language, of the days after one day until another, newest first. */
export const getCorrectionsForPrint = (
  ctx: Pick<Context, 'db'>,
  language: string,
  between: { after: string; until: string },
  limit: number,
): Promise<ListedCorrection[]> => listCorrections(ctx.db, { language, between }, limit);

/** The ids of the given stories that are public. */
export const publicAmong = async (ctx: Pick<Context, 'db'>, ids: number[]): Promise<Set<number>> =>
  new Set(await listPublicIds(ctx.db, ids));
