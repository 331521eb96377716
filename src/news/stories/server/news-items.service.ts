import { distinctAuthors } from '#src/news/authors/authors.rules.ts';
import { othersName } from '#src/news/categories/categories.rules.ts';
import { picturePath } from '#src/news/media/server/pictures.service.ts';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import type { Context } from '#src/platform/context.ts';
import type { NewsItem, StoryFields } from '../stories.contract.ts';
import { formOf, textAnswers } from '../stories.rules.ts';
import type { StoryRow } from './stories.queries.ts';

/** A story with a picture URL for the current user: that of an unpublished story is signed for his session. */
export async function newsItemFor(ctx: Context, row: StoryRow): Promise<NewsItem> {
  const { picture, story } = row;
  const path = picture && (await picturePath(ctx, picture, story.status === 'published'));
  return { ...newsItem(row), image_url: path };
}

export const newsItem = (row: StoryRow): NewsItem => ({
  id: row.story.id,
  ...fieldsOf(row),
  image_url: row.picture && `/static/uploads/${row.picture}.jpg`,
  image: row.picture && `${row.picture}.jpg`,
  created_at: row.story.createdAt.toISOString(),
  updated_at: row.story.updatedAt.toISOString(),
  version: row.story.version,
});

/** A stored story as the form has it. */
export const formOfRow = (row: StoryRow): StoryForm => formOf(fieldsOf(row));

const fieldsOf = ({ story, category, subCategory, authors, topics, series }: StoryRow): StoryFields => ({
  news_title: story.title,
  news_description: story.body,
  news_category: category,
  news_sub_category: subCategory ?? (story.submenu === null ? null : othersName),
  news_submenu: story.submenu,
  image_width: story.imageWidth,
  image_height: story.imageHeight,
  image_focus_x: story.imageFocusX,
  image_focus_y: story.imageFocusY,
  ...textAnswers(story),
  authors: distinctAuthors(authors),
  topics: topics.map(({ name, slug }) => ({ name, slug })),
  series,
  series_part: series && story.seriesPart,
  language: story.language,
  version_of: versionOf(story),
  status: story.status,
  publish_at: story.publishAt?.toISOString() ?? null,
});

// The original story of a group is not a version of another.
const versionOf = ({ id, versionGroup }: StoryRow['story']) => (versionGroup === id ? null : versionGroup);
