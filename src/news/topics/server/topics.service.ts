import type { z } from 'zod';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { requireAllSections } from '#src/news/categories/server/section-rights.service.ts';
import { recordAuditEvent, recordAuditEventOfEach } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { type Db, violatedConstraint } from '#src/platform/database/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';
import type { CountedTopic, Topic, topicsCalls } from '../topics.contract.ts';
import { topicListLimit, topicSuggestions } from '../topics.contract.ts';
import { topicName, topicNameError } from '../topics.rules.ts';
import {
  countTopicStories,
  deleteTopic,
  listTopics,
  lockStoriesWithTopic,
  lockTopic,
  redirectTopic,
  replaceTopic,
  subjectsWithTopic,
  type TopicRow,
  updateTopic,
} from './topics.queries.ts';

/** Topics whose names contain a text, as suggestions while one is typed. */
export const suggestTopics = ({ db }: Context, text: string): Promise<Topic[]> =>
  listTopics(db, text.trim(), topicSuggestions);

/** Topics whose names contain a text, with the number of their stories. */
export async function getTopics({ db }: Context, text: string): Promise<CountedTopic[]> {
  const topics = await listTopics(db, text.trim(), topicListLimit);
  const counts = await countTopicStories(
    db,
    topics.map(({ id }) => id),
  );
  return topics.map((topic) => ({ ...topic, stories: counts.get(topic.id) ?? 0 }));
}

/**
 * Renames or describes a topic. After a renaming the old slug redirects, unless another topic takes it. Throws `not_found`,
 * `invalid`, and `conflict` for a name that is taken or an outdated `version`.
 */
export function changeTopic(
  ctx: Context,
  id: number,
  { version, name: typed, description, names }: z.output<typeof topicsCalls.update.body>,
): Promise<Topic> {
  return changing(ctx, async (tx) => {
    const topic = await lock(tx, id, version);
    const name = topicName(typed);
    refuse({ name: name ? topicNameError(name) : { key: 'newsroom.nameRequired' } });
    const slug = nameSlug(name);
    const change = {
      name,
      slug,
      description: description?.trim() ?? topic.description,
      names: names ? Object.fromEntries(Object.entries(names).filter(([, local]) => local)) : topic.names,
    };
    const changed = await updateTopic(tx, id, change).catch(refuseDuplicate);
    if (slug !== topic.slug) await redirectTopic(tx, topic.slug, id);
    const details = { from: topic.name, to: name };
    await recordAuditEvent(ctx, tx, {
      action: name === topic.name ? 'topic.changed' : 'topic.renamed',
      subject: subjectOf(id),
      details: name === topic.name ? { name } : details,
    });
    return changed;
  });
}

/** Merges a topic into another one, which gets its stories. Throws `not_found`, `invalid` and `conflict`. */
export function mergeTopic(
  ctx: Context,
  id: number,
  { into, version }: { into: number; version: number },
): Promise<void> {
  if (into === id) throw invalid({ into: { key: 'tagging.intoItself' } });
  return changing(ctx, async (tx) => {
    await lockStoriesWithTopic(tx, id);
    // In order, so that two merges in opposite directions do not wait for each other for ever.
    for (const one of [id, into].toSorted((a, b) => a - b)) await lock(tx, one);
    const [from, target] = [await lock(tx, id, version), await lock(tx, into)];
    await recordInStories(ctx, tx, id, { fields: ['topics'], from: from.name, to: target.name });
    await replaceTopic(tx, from, into);
    await recordAuditEvent(ctx, tx, {
      action: 'topic.merged',
      subject: subjectOf(into),
      details: { from: from.name, to: target.name },
    });
  });
}

/** Deletes a topic; its stories lose it. Throws `not_found` and `conflict`. */
export const removeTopic = (ctx: Context, id: number, version: number): Promise<void> =>
  changing(ctx, async (tx) => {
    await lockStoriesWithTopic(tx, id);
    const { name } = await lock(tx, id, version);
    await recordInStories(ctx, tx, id, { fields: ['topics'], from: name });
    await deleteTopic(tx, id);
    await recordAuditEvent(ctx, tx, { action: 'topic.deleted', subject: subjectOf(id), details: { name } });
  });

const subjectOf = (id: number) => `topic ${id}`;

async function changing<Result>(ctx: Context, change: (tx: Db) => Promise<Result>): Promise<Result> {
  await requireAllSections(ctx, 'newsroom.allSectionsNeeded');
  return ctx.db.transaction(change);
}

// The history of each story names what changed its topics.
const recordInStories = (ctx: Context, tx: Db, topicId: number, details: Record<string, unknown>) =>
  recordAuditEventOfEach(ctx, tx, { action: 'story.changed', details }, subjectsWithTopic(topicId));

async function lock(tx: Db, id: number, version?: number): Promise<TopicRow> {
  const topic = await lockTopic(tx, id);
  if (!topic) throw new AppError('not_found', 'topics.notFound');
  if (version !== undefined && version !== topic.version)
    throw new AppError('conflict', 'tagging.changedMeanwhile', { extra: { current: topic } });
  return topic;
}

/** Throws `invalid` if a field has an error. */
export function refuse(errors: ValidationErrors): void {
  const found = Object.fromEntries(Object.entries(errors).filter(([, error]) => error));
  if (Object.keys(found).length) throw invalid(found as ValidationErrors);
}

function refuseDuplicate(error: unknown): never {
  if (violatedConstraint(error) !== 'topics_slug_key') throw error;
  throw new AppError('conflict', 'tagging.nameTaken', { fields: { name: { key: 'tagging.nameTaken' } } });
}
