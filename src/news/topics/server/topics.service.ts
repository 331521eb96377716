import type { z } from 'zod';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { changingEntries } from '#src/news/categories/server/section-rights.service.ts';
import {
  cleanNames,
  type EntryKind,
  lockEntry,
  lockForMerge,
  recordEntry,
  refuseTaken,
} from '#src/news/entries/server/entries.service.ts';
import { recordAuditEventOfEach } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { requireValid } from '#src/platform/errors.ts';
import type { CountedTopic, Topic, topicsCalls } from '../topics.contract.ts';
import { topicListLimit, topicSuggestions } from '../topics.contract.ts';
import { topicName, topicNameError } from '../topics.rules.ts';
import {
  countTopicStories,
  listTopics,
  lockStoriesWithTopic,
  moveTopicStories,
  removeFromStories,
  subjectsWithTopic,
  type TopicRow,
  topicQueries,
} from './topics.queries.ts';

const topicKind: EntryKind<TopicRow> = {
  ...topicQueries,
  name: 'topic',
  texts: 'tagging',
  notFound: 'topics.notFound',
};

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
export const changeTopic = (
  ctx: Context,
  id: number,
  { version, name: typed, description, names }: z.output<typeof topicsCalls.update.body>,
): Promise<Topic> =>
  changingEntries(ctx, async (tx) => {
    const topic = await lockEntry(topicKind, tx, id, version);
    const name = topicName(typed);
    requireValid({ name: name ? topicNameError(name) : { key: 'newsroom.nameRequired' } });
    const change = {
      name,
      slug: nameSlug(name),
      description: description?.trim() ?? topic.description,
      names: cleanNames(names) ?? topic.names,
    };
    const changed = await topicQueries
      .update(tx, topic, change)
      .catch(refuseTaken({ topics_slug_key: ['name', 'tagging.nameTaken'] }));
    if (name === topic.name) await recordEntry(ctx, tx, topicKind, id, 'changed', { name });
    else await recordEntry(ctx, tx, topicKind, id, 'renamed', { from: topic.name, to: name });
    return changed;
  });

/** Merges a topic into another one, which gets its stories. Throws `not_found`, `invalid` and `conflict`. */
export const mergeTopic = (ctx: Context, id: number, merge: { into: number; version: number }): Promise<void> =>
  changingEntries(ctx, async (tx) => {
    await lockStoriesWithTopic(tx, id);
    const { entry, target } = await lockForMerge(topicKind, tx, id, merge);
    const names = { from: entry.name, to: target.name };
    await recordInStories(ctx, tx, id, names);
    await moveTopicStories(tx, id, target.id);
    await topicQueries.replace(tx, entry, target.id);
    await recordEntry(ctx, tx, topicKind, target.id, 'merged', names);
  });

/** Deletes a topic; its stories lose it. Throws `not_found` and `conflict`. */
export const removeTopic = (ctx: Context, id: number, version: number): Promise<void> =>
  changingEntries(ctx, async (tx) => {
    await lockStoriesWithTopic(tx, id);
    const { name } = await lockEntry(topicKind, tx, id, version);
    await recordInStories(ctx, tx, id, { from: name });
    await removeFromStories(tx, id);
    await topicQueries.remove(tx, id);
    await recordEntry(ctx, tx, topicKind, id, 'deleted', { name });
  });

// The history of each story names what changed its topics.
const recordInStories = (ctx: Context, tx: Context['db'], topicId: number, names: { from: string; to?: string }) =>
  recordAuditEventOfEach(
    ctx,
    tx,
    { action: 'story.changed', details: { fields: ['topics'], ...names } },
    subjectsWithTopic(topicId),
  );
