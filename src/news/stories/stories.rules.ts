// Validation of a story, shared by the form and the server.

import { authorsField } from '#src/news/authors/authors.rules.ts';
import {
  findBySlug,
  findSubBySlug,
  offeredSubCategories,
  othersName,
  slugOf,
} from '#src/news/categories/categories.rules.ts';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import {
  descriptionMaxLength,
  emptyStoryForm,
  imageSize,
  type StoryForm,
  type StoryTexts,
  type TextName,
  textColumns,
  titleMaxLength,
} from '#src/news/schema/story-fields.contract.ts';
import { checkTopics, maxSeriesPart, seriesPart, topicsField } from '#src/news/topics/topics.rules.ts';
import { centre, type FocalPoint, percentNumber } from '#src/rules/focal-point.rules.ts';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';
import { correctionError } from './corrections.rules.ts';
import type { StoryFields } from './stories.contract.ts';

interface Choice {
  id: number;
  name: string;
  slug: string;
  former_slugs?: readonly string[];
}

interface CategoryChoice extends Choice {
  others_slugs?: readonly string[];
  sub_categories: readonly Choice[];
}

/** The values of a story to store. */
export interface StoryValues extends StoryTexts {
  title: string;
  body: string;
  categoryId: number;
  subCategoryId: number | null;
  submenu: string | null;
  imageWidth: number;
  imageHeight: number;
  imageFocusX: number;
  imageFocusY: number;
  authorIds: number[];
  /** Names of its topics. */
  topics: string[];
  /** Slug of its series. */
  series: string | null;
  seriesPart: number | null;
  language: string;
  versionOf: number | null;
  status: StoryForm['status'];
  publishAt: Date | null;
}

export type StoryErrors = ValidationErrors<keyof StoryForm | 'image'>;

/** Validates a form: returns the values to store, except its authors, or the error of each field. */
export function checkStory(
  form: StoryForm,
  categories: readonly CategoryChoice[],
  now: Date,
): { story: Omit<StoryValues, 'authorIds'> } | { errors: StoryErrors } {
  const errors: StoryErrors = {};
  const title = form.news_title.trim();
  if (!title) errors.news_title = { key: 'newsroom.titleRequired' };
  else if (title.length > titleMaxLength)
    errors.news_title = { key: 'newsroom.titleTooLong', params: { max: titleMaxLength } };
  if (form.news_description.length > descriptionMaxLength)
    errors.news_description = { key: 'newsroom.descriptionTooLong', params: { max: descriptionMaxLength } };
  else {
    const error = correctionError(form.news_description, now);
    if (error) errors.news_description = error;
  }

  const category = findBySlug(categories, form.news_category);
  if (!category)
    errors.news_category = {
      key: form.news_category.trim() ? 'newsroom.categoryUnknown' : 'newsroom.categoryRequired',
    };
  const sub = category && checkSubCategory(form, category, errors);

  const imageWidth = checkSize(form.image_width, 'image_width', errors);
  const imageHeight = checkSize(form.image_height, 'image_height', errors);
  const imageFocusX = checkPercent(form.image_focus_x, 'image_focus_x', errors);
  const imageFocusY = checkPercent(form.image_focus_y, 'image_focus_y', errors);
  const publishAt = checkPublishAt(form, now, errors);
  const topics = checkTopics(form.topics);
  if ('error' in topics) errors.topics = topics.error;
  const part = seriesPart(form.series_part);
  if (part === undefined) errors.series_part = { key: 'tagging.partInvalid', params: { max: maxSeriesPart } };
  const series = nameSlug(form.series) || null;
  const versionOf = storyNumber(form.version_of);
  if (versionOf === undefined) errors.version_of = { key: 'newsroom.versionUnreadable' };

  if (!category || !sub || versionOf === undefined || Object.keys(errors).length) return { errors };
  return {
    story: {
      title,
      body: form.news_description.replaceAll('\r\n', '\n').trim(),
      categoryId: category.id,
      ...sub,
      imageWidth,
      imageHeight,
      imageFocusX,
      imageFocusY,
      ...storedTexts(form),
      topics: 'topics' in topics ? topics.topics : [],
      series,
      seriesPart: series === null ? null : (part ?? null),
      language: form.language,
      versionOf,
      status: form.status,
      publishAt,
    },
  };
}

function checkSubCategory(form: StoryForm, category: CategoryChoice, errors: StoryErrors) {
  const typed = form.news_sub_category.trim();
  const found = findSubBySlug(category, typed);
  if (found === othersName) {
    // A sub-category that has been deleted since the form was opened becomes the label.
    const submenu = form.news_submenu.trim() || (slugOf(typed) === slugOf(othersName) ? '' : typed);
    if (!submenu) errors.news_submenu = { key: 'newsroom.submenuRequired' };
    return { subCategoryId: null, submenu };
  }
  if (found) return { subCategoryId: found.id, submenu: null };
  errors.news_sub_category = { key: typed ? 'newsroom.subCategoryUnknown' : 'newsroom.subCategoryRequired' };
  return undefined;
}

/** Parses a size field. Invalid input becomes 0, which is out of range. */
export const sizeNumber = (value: string | number): number => {
  const number = typeof value === 'number' ? value : Number(value.trim() || Number.NaN);
  return Number.isFinite(number) ? Math.round(number) : 0;
};

function checkSize(value: string | number, field: 'image_width' | 'image_height', errors: StoryErrors) {
  const size = sizeNumber(value);
  const { min, max } = imageSize;
  if (size < min || size > max) errors[field] = { key: 'newsroom.sizeOutOfRange', params: { min, max } };
  return size;
}

function checkPercent(value: string | number, field: 'image_focus_x' | 'image_focus_y', errors: StoryErrors) {
  const percent = percentNumber(value);
  if (percent < 0) errors[field] = { key: 'newsroom.sizeOutOfRange', params: { min: 0, max: 100 } };
  return percent;
}

/** The focal point in a form: the centre while a number is invalid. */
export function focalPointOf(form: Pick<StoryForm, 'image_focus_x' | 'image_focus_y'>): FocalPoint {
  const [x, y] = [percentNumber(form.image_focus_x), percentNumber(form.image_focus_y)];
  return x < 0 || y < 0 ? centre : { x, y };
}

/** A focal point as fields of a form. */
export const focusFields = ({ x, y }: FocalPoint): Pick<StoryForm, 'image_focus_x' | 'image_focus_y'> => ({
  image_focus_x: x,
  image_focus_y: y,
});

// A number, or the URL of a story in any language, such as https://paper.example/hi/news/42?from=mail
const storyAddress = /^(?:(?:https?:\/\/[^/]+)?(?:\/[a-z]{2})?\/news\/)?(\d{1,9})\/?(?:[?#].*)?$/;

/** Parses a story's number or URL. Null if the field is empty, undefined if it is invalid. */
export function storyNumber(text: string): number | null | undefined {
  const typed = text.trim();
  if (!typed) return null;
  const number = storyAddress.exec(typed)?.[1];
  return number === undefined ? undefined : Number(number);
}

function checkPublishAt(form: StoryForm, now: Date, errors: StoryErrors) {
  if (form.status !== 'scheduled') return null;
  const at = new Date(form.publish_at);
  if (Number.isNaN(at.getTime()) || at <= now) errors.publish_at = { key: 'newsroom.scheduleInFuture' };
  return at;
}

/** The text fields of a form, by column. */
export const storedTexts = (form: StoryForm): StoryTexts =>
  Object.fromEntries(textColumns.map(([name, column]) => [column, form[name].trim()])) as StoryTexts; // has each column

/** The text columns of a row, by API field. */
export const textAnswers = (row: StoryTexts): Pick<StoryFields, TextName> =>
  Object.fromEntries(textColumns.map(([name, column]) => [name, row[column]])) as Pick<StoryFields, TextName>; // has each name

/** Only the text columns of a row. */
export const pickTexts = (row: StoryTexts): StoryTexts =>
  Object.fromEntries(textColumns.map(([, column]) => [column, row[column]])) as StoryTexts; // has each column

const fieldNames = Object.keys(emptyStoryForm) as (keyof StoryForm)[]; // has every field

/** Form values of a story's fields; `publish_at` remains an instant. */
export const formOf = (fields: StoryFields): StoryForm => ({
  ...(Object.fromEntries(fieldNames.map((name) => [name, fields[name] ?? ''])) as StoryForm), // has each name
  authors: authorsField(fields.authors),
  topics: topicsField(fields.topics),
  series: fields.series?.slug ?? '',
  version_of: String(fields.version_of ?? ''),
});

/** Adds missing fields to a stored form, such as a draft in the browser: an earlier release may have saved fewer. */
export const completeForm = (draft: Partial<StoryForm>): StoryForm => ({ ...emptyStoryForm, ...draft });

/** Options of the sub-category field for the selected category. */
export const subCategoryChoices = (categories: readonly CategoryChoice[], category: string) => {
  const found = findBySlug(categories, category);
  return found ? offeredSubCategories(found.sub_categories) : [];
};
