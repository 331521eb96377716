import { getDownloadRight } from '#src/plans/server/plans.service.ts';
import type { Context } from '#src/platform/context.ts';
import { type KeptRendition, keptUntil } from '../keeping.rules.ts';
import { versionOf } from './edition-files.ts';
import { listStoresOnRack } from './editions.queries.ts';
import { weighPictures } from './page-pictures.service.ts';
import { getOnRack, planNeeded } from './page-right.service.ts';

/** What it takes to keep an edition on a device, and until when it may stay. Throws `not_found` or `plan_needed`. */
export async function offerToKeep(ctx: Context, id: number, rendition: KeptRendition) {
  const edition = await getOnRack(ctx, id);
  const until = await endOfKeeping(ctx);
  return { version: versionOf(edition), until, bytes: await weighPictures(ctx, edition, ['strip', rendition]) };
}

/** Which of the editions on a device are still on the rack, in which version, and until when they may stay. Throws `plan_needed`. */
export async function checkKept(ctx: Context, ids: string) {
  const until = await endOfKeeping(ctx);
  const found = await listStoresOnRack(ctx.db, ids.split(',').map(Number));
  return { until, editions: found.map((edition) => ({ id: edition.id, version: versionOf(edition) })) };
}

async function endOfKeeping(ctx: Context): Promise<string> {
  const right = await getDownloadRight(ctx);
  if ('no' in right) throw planNeeded();
  return keptUntil(ctx.now(), right.until).toISOString();
}
