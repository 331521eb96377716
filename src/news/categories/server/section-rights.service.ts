import type { TextKey } from '#src/messages/catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { findSections } from './editor-sections.queries.ts';

/** Throws `forbidden`, with this text, for an editor who is limited to sections. */
export async function requireAllSections({ db, actor }: Context, reason: TextKey): Promise<void> {
  if (actor.role === 'editor' && (await findSections(db, actor.userId))) throw new AppError('forbidden', reason);
}

/** Changes entries of all sections in a transaction. Throws `forbidden` for an editor who is limited to sections. */
export const changingEntries = <Result>(ctx: Context, change: (tx: Db) => Promise<Result>): Promise<Result> =>
  ctx.db.transaction(async (tx) => {
    await requireAllSections({ ...ctx, db: tx }, 'newsroom.allSectionsNeeded');
    return change(tx);
  });
