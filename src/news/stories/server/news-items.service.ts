import { distinctAuthors } from '#src/news/authors/authors.rules.ts';
import { othersName } from '#src/news/categories/categories.rules.ts';
import { picturePath } from '#src/news/media/server/pictures.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { NewsItem } from '../stories.contract.ts';
import { textAnswers } from '../stories.rules.ts';
import type { StoryRow } from './stories.queries.ts';

/** A story with a picture URL for the current user: that of an unpublished story is signed for his session. */
export async function newsItemFor(ctx: Context, row: StoryRow): Promise<NewsItem> {
  const { picture, story } = row;
  const path = picture && (await picturePath(ctx, picture, story.status === 'published'));
  return { ...newsItem(row), image_url: path };
}

export const newsItem = ({ story, category, subCategory, picture, authors, topics, series }: StoryRow): NewsItem => ({
  id: story.id,
  news_title: story.title,
  news_description: story.body,
  news_category: category,
  news_sub_category: subCategory ?? (story.submenu === null ? null : othersName),
  news_submenu: story.submenu,
  image_url: picture && `/static/uploads/${picture}.jpg`,
  image: picture && `${picture}.jpg`,
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
  created_at: story.createdAt.toISOString(),
  updated_at: story.updatedAt.toISOString(),
  version: story.version,
});

// The original story of a group is not a version of another.
const versionOf = ({ id, versionGroup }: StoryRow['story']) => (versionGroup === id ? null : versionGroup);
