import { versionOf } from '#src/epaper/editions/server/edition-files.service.ts';
import { listPublishedStores } from '#src/epaper/pages/server/editions.queries.ts';
import { getPublished, planNeeded } from '#src/epaper/pages/server/page-access.service.ts';
import { type SavedRendition, savedUntil } from '#src/epaper/saved-editions/saved-editions.rules.ts';
import { getDownloadRight } from '#src/plans/server/plans.service.ts';
import type { Context } from '#src/platform/context.ts';
import { sizeOfPictures } from './page-images.service.ts';

/** Version, size and expiry of an edition for offline storage. Throws `not_found` or `plan_needed`. */
export async function getOfflineOffer(ctx: Context, id: number, rendition: SavedRendition) {
  const edition = await getPublished(ctx, id);
  const until = await getExpiry(ctx);
  return { version: versionOf(edition), until, bytes: await sizeOfPictures(ctx, edition, ['strip', rendition]) };
}

/** Those of a device's saved editions that are still published, with version and expiry. Throws `plan_needed`. */
export async function checkSavedEditions(ctx: Context, ids: string) {
  const until = await getExpiry(ctx);
  const found = await listPublishedStores(ctx.db, ids.split(',').map(Number));
  return { until, editions: found.map((edition) => ({ id: edition.id, version: versionOf(edition) })) };
}

async function getExpiry(ctx: Context): Promise<string> {
  const right = await getDownloadRight(ctx);
  if ('no' in right) throw planNeeded();
  return savedUntil(ctx.now(), right.until).toISOString();
}
