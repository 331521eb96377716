import { isBeforeLinking } from '#src/news/authors/authors.rules.ts';
import { findBySlug, othersName } from '#src/news/categories/categories.rules.ts';
import { getCategories } from '#src/news/categories/server/categories.service.ts';
import { picturePath } from '#src/news/media/server/pictures.service.ts';
import { storySubject } from '#src/news/schema/columns.rules.ts';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { formOfRow, newsItemFor } from '#src/news/stories/server/news-items.service.ts';
import {
  findRevision,
  listRevisions,
  type RevisionHead as RevisionRow,
} from '#src/news/stories/server/revisions.queries.ts';
import { checkedStory } from '#src/news/stories/server/stories.service.ts';
import { changedError, saveStory } from '#src/news/stories/server/story-changes.service.ts';
import { requireWorksOn } from '#src/news/stories/server/story-rights.service.ts';
import { hasSeries } from '#src/news/stories/server/story-topics.service.ts';
import type { NewsItem } from '#src/news/stories/stories.contract.ts';
import { listAuditEvents } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import { historyPageSize, type Revision, type RevisionHead, type StoryEvent } from '../history.contract.ts';

/** A page of a story's revisions. Empty if the story has not changed since revisions were introduced. */
export async function getRevisions(
  ctx: Context,
  storyId: number,
  before?: number,
): Promise<{ revisions: RevisionHead[]; more: boolean }> {
  await requireWorksOn(ctx, storyId);
  const rows = await listRevisions(ctx.db, storyId, { limit: historyPageSize + 1, ...(before && { before }) });
  return { revisions: rows.slice(0, historyPageSize).map(head), more: rows.length > historyPageSize };
}

/** A revision with its texts. Throws `not_found`. */
export async function getRevision(ctx: Context, storyId: number, version: number): Promise<Revision> {
  const row = await requireRevision(ctx, storyId, version);
  // A signed URL: the picture may be withheld.
  const image_url = row.picture && (await picturePath(ctx, row.picture, false));
  return { ...head(row), fields: row.fields, image_url };
}

/**
 * Restores a revision as a new version. The state and the time of publication stay, as does the category if that of the
 * revision no longer exists. Throws `not_found`, and `conflict` if `base` is not the newest version.
 */
export async function restoreRevision(ctx: Context, storyId: number, version: number, base: number): Promise<NewsItem> {
  const { fields, pictureId, hasTopics } = await requireRevision(ctx, storyId, version);
  const { saved } = await saveStory(ctx, { id: storyId }, async (ctx, row) => {
    if (row.story.version !== base) throw await changedError(ctx, row);
    const current = formOfRow(row);
    const { status, publish_at, version_of } = current;
    const { news_category, news_sub_category, news_submenu } = (await isOffered(ctx, fields)) ? fields : current;
    const category = { news_category, news_sub_category, news_submenu };
    const authors = isBeforeLinking(fields, current) ? current.authors : fields.authors;
    const { topics, series, series_part } = current;
    const lacksSeries = fields.series !== '' && !(await hasSeries(ctx, fields.series));
    const form = {
      ...current,
      ...fields,
      ...category,
      authors,
      ...(!hasTopics && { topics, series, series_part }),
      ...(lacksSeries && { series: '', series_part: '' }),
      status,
      publish_at,
      version_of,
    };
    const values = await checkedStory(ctx, form, { before: row.story, lenient: true });
    return { values, pictureId, details: { restored: version } };
  });
  return newsItemFor(ctx, saved);
}

async function isOffered(ctx: Context, { news_category, news_sub_category }: StoryForm): Promise<boolean> {
  const category = findBySlug(await getCategories(ctx), news_category);
  if (!category) return false;
  return news_sub_category === othersName || findBySlug(category.sub_categories, news_sub_category) !== undefined;
}

async function requireRevision(ctx: Context, storyId: number, version: number) {
  await requireWorksOn(ctx, storyId);
  const row = await findRevision(ctx.db, storyId, version);
  if (!row) throw new AppError('not_found', 'editing.revisionNotFound');
  return row;
}

/** A page of what was done to a story. */
export async function getStoryEvents(
  ctx: Context,
  storyId: number,
  before?: number,
): Promise<{ events: StoryEvent[]; more: boolean }> {
  await requireWorksOn(ctx, storyId);
  const found = await listAuditEvents(ctx.db, { subject: storySubject(storyId), before, limit: historyPageSize + 1 });
  const events = found
    .slice(0, historyPageSize)
    .map(({ id, at, actor, action, details }) => ({ id, at: at.toISOString(), actor, action, details }));
  return { events, more: found.length > historyPageSize };
}

const head = ({ version, author, createdAt, title, status }: RevisionRow): RevisionHead => ({
  version,
  author,
  at: createdAt.toISOString(),
  news_title: title,
  status,
});
