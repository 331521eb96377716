import { requireAllSections } from '#src/news/categories/server/section-rights.service.ts';
import { lockPublicStories } from '#src/news/stories/server/stories.queries.ts';
import { requireEditorOf } from '#src/news/stories/server/story-rights.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { FrontPlace } from '../front-places.contract.ts';
import { breakingLimit, mayEndAt } from '../front-places.rules.ts';
import { endPlaces } from './front-places.jobs.ts';
import { deleteOlderPlaces, listPlaces, lockPlaces, type PlaceRow, savePlaces } from './front-places.queries.ts';

/** The places of a story on the front. */
export const getPlaces = async ({ db }: Context, id: number) => ({ places: (await listPlaces(db, id)).map(view) });

const view = ({ kind, until }: PlaceRow): FrontPlace => ({ kind, until: until?.toISOString() ?? null });

/**
 * Replaces the places of a public story. A new lead ends the former one of its language. Throws `not_found`, `invalid`
 * for a time that is past or too far away, and `forbidden` for a story of another section, or for a place above all
 * sections if the actor is an editor of sections.
 */
export async function setPlaces(ctx: Context, id: number, places: FrontPlace[]) {
  const now = ctx.now();
  const wanted = places.map(({ kind, until }) => ({ kind, until: until === null ? null : new Date(until) }));
  if (!wanted.every(({ kind, until }) => mayEndAt(kind, until, now)))
    throw invalid({ places: { key: 'newsroom.placeTime' } });
  await ctx.db.transaction(async (tx) => {
    const [story] = await lockPublicStories(tx, [id]);
    if (!story) throw new AppError('not_found', 'news.storyNotFound');
    await lockPlaces(tx);
    const before = await listPlaces(tx, id);
    const inTransaction = { ...ctx, db: tx };
    await requireEditorOf(inTransaction, [story.categoryId]);
    if (describe(before, false) !== describe(wanted, false))
      await requireAllSections(inTransaction, 'newsroom.wholePaperNeeded');
    // A place that only gets another end keeps its order.
    const placedAt = (kind: PlaceRow['kind']) => before.find((place) => place.kind === kind)?.placedAt ?? now;
    await savePlaces(
      tx,
      id,
      wanted.map((place) => ({ ...place, placedAt: placedAt(place.kind) })),
    );
    await deleteOlderPlaces(tx, 'lead', story.language, 1);
    await deleteOlderPlaces(tx, 'breaking', story.language, breakingLimit);
    for (const { until } of wanted) if (until) await ctx.jobs.send(endPlaces, {}, { within: tx, after: until });
    await recordAuditEvent(ctx, tx, {
      action: 'board.placed',
      subject: `story ${id}`,
      details: { before: describe(before), after: describe(wanted) },
    });
  });
  ctx.log.info({ actor: requireUser(ctx).userId, story: id }, 'places on the front changed');
  return getPlaces(ctx, id);
}

// "lead, pinned until 2026-11-23T18:00:00.000Z", for the audit log and for comparison.
const describe = (places: Pick<PlaceRow, 'kind' | 'until'>[], withPinned = true): string =>
  places
    .filter(({ kind }) => withPinned || kind !== 'pinned')
    .map(({ kind, until }) => (until ? `${kind} until ${until.toISOString()}` : kind))
    .sort()
    .join(', ');
