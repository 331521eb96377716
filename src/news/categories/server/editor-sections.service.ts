import { requireRecentPassword } from '#src/accounts/login/server/reauthentication.service.ts';
import { limitEditor } from '#src/accounts/people/server/users.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { invalid } from '#src/platform/errors.ts';
import { lockCategories } from './categories.queries.ts';
import { getCategories } from './categories.service.ts';
import { findSections, listSections, saveSections } from './editor-sections.queries.ts';

/** The limited editors. */
export const getLimitedEditors = ({ db }: Context) => listSections(db);

/**
 * Limits an editor to categories; null ends the limit. His sessions go on: it holds for his next call. Throws
 * `not_found`, `conflict` for another role, and `invalid` for a category that does not exist.
 */
export async function setSections(ctx: Context, id: number, sections: number[] | null) {
  await requireRecentPassword(ctx);
  const chosen = (await getCategories(ctx)).filter((category) => sections?.includes(category.id));
  const ids = chosen.map((category) => category.id);
  await ctx.db.transaction(async (tx) => {
    // Before the editor's row, or it may deadlock: changes of categories wait for stories, and those for that row.
    const isKnown = ids.length === new Set(sections ?? []).size && (await lockCategories(tx, ids));
    if (!isKnown) throw invalid({ sections: { key: 'newsroom.categoryUnknown' } });
    await limitEditor(ctx, tx, id, sections !== null);
    await saveSections(tx, id, ids);
    const names = chosen.map(({ name }) => name).join(', ');
    const details = { sections: sections === null ? 'all' : names };
    await recordAuditEvent(ctx, tx, { action: 'person.sections', subject: `person ${id}`, details });
  });
  return { id, sections: sections && ids };
}

/** The categories that the current user is limited to. */
export async function getMySections(ctx: Context) {
  const { role, userId } = requireUser(ctx);
  const ids = role === 'editor' ? await findSections(ctx.db, userId) : null;
  if (!ids) return { sections: null };
  const mine = (await getCategories(ctx)).filter(({ id }) => ids.includes(id));
  return { sections: mine.map(({ id, name, slug, former_slugs }) => ({ id, name, slug, former_slugs })) };
}
