// What a story must have before it is stored. The form shows the same faults that the server would find.
import type { TextKey, TextParams } from '#src/messages/catalogue.ts';
import { findBySlug, offeredSubCategories, othersName } from './categories.rules.ts';

export const storyStatuses = ['draft', 'scheduled', 'published'] as const;
export type StoryStatus = (typeof storyStatuses)[number];

/** The shown size of a picture, in px. */
export const imageSize = { min: 50, max: 2000, defaultWidth: 400, defaultHeight: 300 } as const;

export const titleMaxLength = 300;
// About 30,000 words; the longest stories of large papers have 12,000.
export const descriptionMaxLength = 200_000;
export const captionMaxLength = 500;
export const authorMaxLength = 100;

/** A story as a form has it: every value still as typed. */
export interface StoryForm {
  news_title: string;
  news_description: string;
  news_category: string;
  news_sub_category: string;
  news_submenu: string;
  image_width: string | number;
  image_height: string | number;
  image_caption: string;
  author: string;
  language: string;
  /** Number or address of the story that this one is a version of; empty for none. */
  version_of: string;
  status: StoryStatus;
  /** Instant, ISO 8601; empty unless the status is `scheduled`. */
  publish_at: string;
}

interface CategoryChoice {
  id: number;
  name: string;
  slug: string;
  sub_categories: readonly { id: number; name: string; slug: string }[];
}

export interface StoryValues {
  title: string;
  body: string;
  categoryId: number;
  subCategoryId: number | null;
  submenu: string | null;
  imageWidth: number;
  imageHeight: number;
  imageCaption: string;
  author: string;
  language: string;
  versionOf: number | null;
  status: StoryStatus;
  publishAt: Date | null;
}

export interface Fault {
  key: TextKey;
  params?: TextParams;
}
export type Faults = Partial<Record<keyof StoryForm | 'image', Fault>>;

/** The story to store, or what is wrong with each field. */
export function checkStory(
  form: StoryForm,
  categories: readonly CategoryChoice[],
  now: Date,
): { story: StoryValues } | { faults: Faults } {
  const faults: Faults = {};
  const title = form.news_title.trim();
  if (!title) faults.news_title = { key: 'newsroom.titleRequired' };
  else if (title.length > titleMaxLength)
    faults.news_title = { key: 'newsroom.titleTooLong', params: { max: titleMaxLength } };
  if (form.news_description.length > descriptionMaxLength)
    faults.news_description = { key: 'newsroom.descriptionTooLong', params: { max: descriptionMaxLength } };

  const category = findBySlug(categories, form.news_category);
  if (!category)
    faults.news_category = {
      key: form.news_category.trim() ? 'newsroom.categoryUnknown' : 'newsroom.categoryRequired',
    };
  const sub = category && checkSubCategory(form, category, faults);

  const imageWidth = checkSize(form.image_width, 'image_width', faults);
  const imageHeight = checkSize(form.image_height, 'image_height', faults);
  const publishAt = checkPublishAt(form, now, faults);
  const versionOf = storyNumber(form.version_of);
  if (versionOf === undefined) faults.version_of = { key: 'newsroom.versionUnreadable' };

  if (!category || !sub || versionOf === undefined || Object.keys(faults).length) return { faults };
  return {
    story: {
      title,
      body: form.news_description.replaceAll('\r\n', '\n').trim(),
      categoryId: category.id,
      ...sub,
      imageWidth,
      imageHeight,
      imageCaption: form.image_caption.trim(),
      author: form.author.trim(),
      language: form.language,
      versionOf,
      status: form.status,
      publishAt,
    },
  };
}

function checkSubCategory(form: StoryForm, category: CategoryChoice, faults: Faults) {
  const wanted = form.news_sub_category.trim();
  const own = findBySlug(category.sub_categories, wanted);
  if (own) return { subCategoryId: own.id, submenu: null };
  if (wanted.toLowerCase() === othersName.toLowerCase()) {
    const submenu = form.news_submenu.trim();
    if (!submenu) faults.news_submenu = { key: 'newsroom.submenuRequired' };
    return { subCategoryId: null, submenu };
  }
  faults.news_sub_category = { key: wanted ? 'newsroom.subCategoryUnknown' : 'newsroom.subCategoryRequired' };
  return undefined;
}

/** What a form's size field holds as a number; what is no number counts as 0 and is then out of range. */
export const sizeNumber = (value: string | number): number => {
  const number = typeof value === 'number' ? value : Number(value.trim() || Number.NaN);
  return Number.isFinite(number) ? Math.round(number) : 0;
};

function checkSize(value: string | number, field: 'image_width' | 'image_height', faults: Faults) {
  const size = sizeNumber(value);
  const { min, max } = imageSize;
  if (size < min || size > max) faults[field] = { key: 'newsroom.sizeOutOfRange', params: { min, max } };
  return size;
}

// A number, or an address of a story in any language, such as https://paper.example/hi/news/42?from=mail
const storyAddress = /^(?:(?:https?:\/\/[^/]+)?(?:\/[a-z]{2})?\/news\/)?(\d{1,9})\/?(?:[?#].*)?$/;

/** The story that a field names by number or address; null for none, undefined when it names nothing. */
export function storyNumber(text: string): number | null | undefined {
  const wanted = text.trim();
  if (!wanted) return null;
  const number = storyAddress.exec(wanted)?.[1];
  return number === undefined ? undefined : Number(number);
}

function checkPublishAt(form: StoryForm, now: Date, faults: Faults) {
  if (form.status !== 'scheduled') return null;
  const at = new Date(form.publish_at);
  if (Number.isNaN(at.getTime()) || at <= now) faults.publish_at = { key: 'newsroom.scheduleInFuture' };
  return at;
}

/** A form with nothing in it but the defaults. */
export const emptyStoryForm: StoryForm = {
  news_title: '',
  news_description: '',
  news_category: '',
  news_sub_category: '',
  news_submenu: '',
  image_width: imageSize.defaultWidth,
  image_height: imageSize.defaultHeight,
  image_caption: '',
  author: '',
  language: 'en',
  version_of: '',
  status: 'published',
  publish_at: '',
};

/** Sub-categories that the form offers once a category is chosen. */
export const subCategoryChoices = (categories: readonly CategoryChoice[], category: string): string[] => {
  const found = findBySlug(categories, category);
  return found ? offeredSubCategories(found.sub_categories) : [];
};
