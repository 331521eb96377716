import type { z } from 'zod';
import { isLanguage } from '#src/messages/languages.ts';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { changingEntries } from '#src/news/categories/server/section-rights.service.ts';
import { type EntryKind, lockEntry, recordEntry, refuseTaken } from '#src/news/entries/server/entries.service.ts';
import type { Context } from '#src/platform/context.ts';
import { requireValid } from '#src/platform/errors.ts';
import type { CountedSeries, Series, seriesCalls } from '../topics.contract.ts';
import { seriesTitleError, topicName } from '../topics.rules.ts';
import { createSeries, listSeries, seriesQueries } from './topics.queries.ts';

const seriesKind: EntryKind<Series> = {
  ...seriesQueries,
  name: 'series',
  texts: 'tagging',
  notFound: 'topics.seriesNotFound',
};

/** All series with the number of their parts, the newest first. */
export const getAllSeries = ({ db }: Context): Promise<CountedSeries[]> => listSeries(db);

/** Adds a series. Throws `invalid`, and `conflict` if there is one with this address. */
export const addSeries = (ctx: Context, sent: z.output<typeof seriesCalls.create.body>): Promise<Series> =>
  changingEntries(ctx, async (tx) => {
    const values = checked(sent);
    const created = await createSeries(tx, { ...values, slug: nameSlug(values.title) }).catch(
      refuseTaken({ series_slug_key: ['title', 'tagging.nameTaken'] }),
    );
    await recordEntry(ctx, tx, seriesKind, created.id, 'created', { name: values.title });
    return created;
  });

/** Changes a series; its address stays. Throws `not_found`, `invalid`, and `conflict` if `version` is outdated. */
export const changeSeries = (
  ctx: Context,
  id: number,
  { version, ...sent }: z.output<typeof seriesCalls.update.body>,
): Promise<Series> =>
  changingEntries(ctx, async (tx) => {
    const values = checked(sent);
    const changed = await seriesQueries.update(tx, await lockEntry(seriesKind, tx, id, version), values);
    await recordEntry(ctx, tx, seriesKind, id, 'changed', { name: values.title });
    return changed;
  });

/** Deletes a series; its stories stay. Throws `not_found` and `conflict`. */
export const removeSeries = (ctx: Context, id: number, version: number): Promise<void> =>
  changingEntries(ctx, async (tx) => {
    const { title } = await lockEntry(seriesKind, tx, id, version);
    await seriesQueries.remove(tx, id);
    await recordEntry(ctx, tx, seriesKind, id, 'deleted', { name: title });
  });

function checked({ title, language, description }: { title: string; language: string; description: string }) {
  const values = { title: topicName(title), language, description: description.trim() };
  requireValid({
    title: values.title ? seriesTitleError(values.title) : { key: 'newsroom.titleRequired' },
    language: isLanguage(language) ? undefined : { key: 'errors.invalidField' },
  });
  return values;
}
