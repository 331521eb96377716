import type { Category } from '#src/news/categories/categories.contract.ts';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { checkStory, type StoryErrors } from '#src/news/stories/stories.rules.ts';

/** Labels of the fields that a form may lack. */
export const fieldLabels = {
  news_category: 'newsroom.category',
  news_sub_category: 'newsroom.subCategory',
  news_submenu: 'newsroom.submenu',
  news_title: 'newsroom.title',
  news_description: 'newsroom.description',
  image_width: 'newsroom.width',
  image_height: 'newsroom.height',
  version_of: 'newsroom.versionOf',
  publish_at: 'newsroom.publishAt',
  topics: 'tagging.topics',
  series_part: 'tagging.part',
} as const;

/** What keeps a form from being sent. */
export function findErrors(form: StoryForm, categories: Category[], descriptionRequired: boolean): StoryErrors {
  const result = checkStory(form, categories, new Date());
  const errors = 'errors' in result ? result.errors : {};
  if (descriptionRequired && !form.news_description.trim())
    errors.news_description ??= { key: 'newsroom.descriptionRequired' };
  return errors;
}
