import type { TextKey } from '#src/messages/catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { findSections } from './editor-sections.queries.ts';

/** Throws `forbidden`, with this text, for an editor who is limited to sections. */
export async function requireAllSections({ db, actor }: Context, reason: TextKey): Promise<void> {
  if (actor.role === 'editor' && (await findSections(db, actor.userId))) throw new AppError('forbidden', reason);
}
