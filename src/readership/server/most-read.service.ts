import { isDeepStrictEqual } from 'node:util';
import type { Headline } from '#src/news/cards/cards.contract.ts';
import { getHeadlines } from '#src/news/cards/server/cards.service.ts';
import type { Context } from '#src/platform/context.ts';
import { addDays, isoDate, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { mostReadLeast, mostReadLength, weightOfYesterday } from '../readership.rules.ts';
import { listMostRead, listMostReadIds, rankStories, replaceMostRead } from './most-read.queries.ts';

/** The most read stories in the page's language, of all categories or of one; empty if there are too few. */
export async function getMostRead(ctx: Context, categorySlug?: string): Promise<Headline[]> {
  const ids = await listMostReadIds(ctx.db, ctx.language, categorySlug);
  const headlines = ids.length < mostReadLeast ? [] : await getHeadlines(ctx, ids);
  return headlines.length < mostReadLeast ? [] : headlines;
}

/** Ranks the stories by their reads of about 24 hours. Writes only if that changes a list, since pages show it. */
export async function rankMostRead({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const instant = now();
  const [today, yesterday] = [isoDate(instant), isoDate(addDays(instant, -1))];
  const weight = weightOfYesterday(instant, startOfDayInIndia(today));
  const ranked = await rankStories(db, { today, yesterday, weight, length: mostReadLength });
  if (isDeepStrictEqual(ranked, await listMostRead(db))) return;
  await db.transaction((tx) => replaceMostRead(tx, ranked));
}
