// What newsletters show of stories.

import type { Card } from '#src/news/cards/cards.contract.ts';
import { listCards, listCardsOf } from '#src/news/cards/server/cards.queries.ts';
import { card, localTopic } from '#src/news/cards/server/cards.service.ts';
import { findBySlug } from '#src/news/categories/categories.rules.ts';
import { localName } from '#src/news/categories/category-names.rules.ts';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { getCategories } from '#src/news/categories/server/categories.service.ts';
import { getTopStories } from '#src/news/front/server/front.service.ts';
import { shapePath } from '#src/news/media/picture-shapes.rules.ts';
import { findTopic, findTopicsBySlug } from '#src/news/topics/server/topics.queries.ts';
import type { Context } from '#src/platform/context.ts';
import { findPublicStory } from './reading.queries.ts';
import { shareCard, sharePicturePath } from './share-picture.template.ts';

/** What a newsletter is about: the slug of a category or of a topic, also a former one; both empty for the whole paper. */
export interface Subject {
  section: string;
  topic: string;
}

/**
 * Stories in the context's language that were published after `since`, at most `count`: those of the front first, in
 * its order, then the newest. None if the category or topic does not exist.
 */
export async function getNewStories(
  ctx: Context,
  subject: Subject,
  { since, count }: { since: Date; count: number },
): Promise<Card[]> {
  const isNew = ({ language, publishedAt }: Card) => language === ctx.language && new Date(publishedAt) > since;
  const part = subject.section || subject.topic ? await findPart(ctx, subject) : { inShownCategory: true };
  if (!part) return [];
  const [top, newest] = await Promise.all([
    'inShownCategory' in part ? getTopStories(ctx, count) : [],
    listCards(ctx.db, { language: ctx.language, ...part }, count),
  ]);
  const found = [...top, ...newest.map((row) => card(ctx, row, 'lead'))].filter(isNew);
  return [...new Map(found.toReversed().map((story) => [story.id, story])).values()].toReversed().slice(0, count);
}

async function findPart(ctx: Context, { section, topic }: Subject) {
  if (section) {
    const category = findBySlug(await getCategories(ctx), section);
    return category && { categoryId: category.id };
  }
  const found = await findTopic(ctx.db, nameSlug(topic));
  return found && { topicId: found.id };
}

/** The names of subjects in the context's language: empty for the whole paper, and for what no longer exists. */
export async function getSubjectNames(ctx: Context, subjects: readonly Subject[]): Promise<string[]> {
  const slugs = subjects.flatMap(({ topic }) => (topic ? [topic] : []));
  const [categories, topics] = await Promise.all([
    getCategories(ctx),
    findTopicsBySlug(ctx.db, slugs, { lock: false }),
  ]);
  return subjects.map(({ section, topic }) => {
    const category = section ? findBySlug(categories, section) : undefined;
    if (category) return localName(ctx.text, ctx.language, category);
    const found = topics.get(topic);
    return found ? localTopic(ctx, found).name : '';
  });
}

/** The slug of a topic by its name or slug, also a former one; undefined if there is none. */
export const findTopicSlug = async ({ db }: Pick<Context, 'db'>, name: string): Promise<string | undefined> =>
  (await findTopic(db, nameSlug(name)))?.slug;

/** Cards of the given stories that are public, in the given order. */
export async function getCards(ctx: Context, ids: number[]): Promise<Card[]> {
  const rows = new Map((await listCardsOf(ctx.db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [card(ctx, row, 'lead')] : [];
  });
}

/** Path of a story's photograph as a JPEG of 16 to 9, which every mail program shows; null if it has none. */
export async function getWidePicture(ctx: Context, storyId: number): Promise<{ path: string; alt: string } | null> {
  const story = await findPublicStory(ctx.db, storyId);
  return story?.picture
    ? { path: shapePath(sharePicturePath(shareCard(ctx, story)), '16x9'), alt: story.picture.alt }
    : null;
}
