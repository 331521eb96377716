import type { z } from 'zod';
import { isLanguage } from '#src/messages/languages.ts';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { requireAllSections } from '#src/news/categories/server/section-rights.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { violatedConstraint } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { CountedSeries, Series, seriesCalls } from '../topics.contract.ts';
import { seriesTitleError, topicName } from '../topics.rules.ts';
import { createSeries, deleteSeries, findSeriesById, listSeries, updateSeries } from './topics.queries.ts';
import { refuse } from './topics.service.ts';

/** All series with the number of their parts, the newest first. */
export const getAllSeries = ({ db }: Context): Promise<CountedSeries[]> => listSeries(db);

/** Adds a series. Throws `invalid`, and `conflict` if there is one with this address. */
export async function addSeries(ctx: Context, sent: z.output<typeof seriesCalls.create.body>): Promise<Series> {
  await requireAllSections(ctx, 'newsroom.allSectionsNeeded');
  const values = checked(sent);
  return ctx.db.transaction(async (tx) => {
    const created = await createSeries(tx, { ...values, slug: nameSlug(values.title) }).catch(refuseDuplicate);
    await record(ctx, tx, 'created', created.id, values.title);
    return created;
  });
}

/** Changes a series; its address stays. Throws `not_found`, `invalid`, and `conflict` if `version` is outdated. */
export async function changeSeries(
  ctx: Context,
  id: number,
  { version, ...sent }: z.output<typeof seriesCalls.update.body>,
): Promise<Series> {
  await requireAllSections(ctx, 'newsroom.allSectionsNeeded');
  const values = checked(sent);
  return ctx.db.transaction(async (tx) => {
    const changed = await updateSeries(tx, id, version, values);
    if (!changed) throw await outdated(ctx, id);
    await record(ctx, tx, 'changed', id, values.title);
    return changed;
  });
}

/** Deletes a series; its stories stay. Throws `not_found` and `conflict`. */
export async function removeSeries(ctx: Context, id: number, version: number): Promise<void> {
  await requireAllSections(ctx, 'newsroom.allSectionsNeeded');
  const before = await findSeriesById(ctx.db, id);
  await ctx.db.transaction(async (tx) => {
    if (!(await deleteSeries(tx, id, version))) throw await outdated(ctx, id);
    await record(ctx, tx, 'deleted', id, before?.title ?? '');
  });
}

const record = (ctx: Context, tx: Context['db'], what: string, id: number, name: string) =>
  recordAuditEvent(ctx, tx, { action: `series.${what}`, subject: `series ${id}`, details: { name } });

function checked({ title, language, description }: { title: string; language: string; description: string }) {
  const values = { title: topicName(title), language, description: description.trim() };
  refuse({
    title: values.title ? seriesTitleError(values.title) : { key: 'newsroom.titleRequired' },
    language: isLanguage(language) ? undefined : { key: 'errors.invalidField' },
  });
  return values;
}

async function outdated({ db }: Context, id: number): Promise<AppError> {
  const current = await findSeriesById(db, id);
  return current
    ? new AppError('conflict', 'tagging.changedMeanwhile', { extra: { current } })
    : new AppError('not_found', 'topics.seriesNotFound');
}

function refuseDuplicate(error: unknown): never {
  if (violatedConstraint(error) !== 'series_slug_key') throw error;
  throw new AppError('conflict', 'tagging.nameTaken', { fields: { title: { key: 'tagging.nameTaken' } } });
}
