// The single list of a story's form fields. The API schemas, the form and the mappings between form, API and table are
// derived from it.
import { z } from 'zod';
import { Instant } from '#src/calls/call.ts';
import { centre } from '#src/rules/focal-point.rules.ts';
import { bylineMaxLength, nameMaxLength, topicsFieldMaxLength } from './columns.rules.ts';

/** In their usual order; story-states.rules.ts has the transitions and who may make them. */
export const storyStatuses = ['draft', 'ready', 'approved', 'scheduled', 'published', 'unpublished'] as const;

/** Display size of a picture, in px. */
export const imageSize = { min: 50, max: 2000, defaultWidth: 400, defaultHeight: 300 } as const;

export const titleMaxLength = 300;
// About 30,000 words; the longest stories of large newspapers have 12,000.
export const descriptionMaxLength = 200_000;

interface Field<Answer extends z.ZodType, Input extends z.ZodType> {
  /** Schema of the value in an API response. */
  answer: Answer;
  /** Schema of the value in a form, as typed. `checkStory` validates its content. */
  input: Input;
  /** Initial value in a new form. */
  empty: z.output<Input>;
}

/** A field that `checkStory` validates and `newsItem` reads from the row. */
const field = <Answer extends z.ZodType, Input extends z.ZodType>(field: Field<Answer, Input>) => field;

/** An optional text, trimmed when stored. `column` is its property in the table `stories`. */
const text = <const Column extends string>(column: Column, maxLength: number) => ({
  ...field({ answer: z.string(), input: z.string().max(maxLength), empty: '' }),
  column,
});

const categoryInput = z.string().max(nameMaxLength);
const numberInput = z.union([z.string().max(20), z.number()]);

export const storyFields = {
  news_title: field({
    answer: z.string(),
    input: z.string().max(titleMaxLength, 'newsroom.titleTooLong'),
    empty: '',
  }),
  news_description: field({
    answer: z.string().describe('Markdown in a small subset; plain text is valid'),
    input: z.string().max(descriptionMaxLength, 'newsroom.descriptionTooLong'),
    empty: '',
  }),
  news_category: field({ answer: z.string().nullable(), input: categoryInput, empty: '' }),
  news_sub_category: field({ answer: z.string().nullable(), input: categoryInput, empty: '' }),
  news_submenu: field({
    answer: z.string().nullable().describe('Label of a story whose sub-category is Others'),
    input: z.string().max(nameMaxLength),
    empty: '',
  }),
  image_width: field({
    answer: z.number().describe('Display width in px'),
    input: numberInput,
    empty: imageSize.defaultWidth,
  }),
  image_height: field({
    answer: z.number().describe('Display height in px'),
    input: numberInput,
    empty: imageSize.defaultHeight,
  }),
  image_focus_x: field({
    answer: z.number().describe('Focal point of the picture, in percent from its left: crops keep it in view'),
    input: numberInput,
    empty: centre.x,
  }),
  image_focus_y: field({
    answer: z.number().describe('Focal point of the picture, in percent from its top'),
    input: numberInput,
    empty: centre.y,
  }),
  image_caption: text('imageCaption', 500),
  authors: field({
    answer: z
      .array(z.object({ id: z.number(), name: z.string(), slug: z.string() }))
      .describe('Authors with a page, in order; empty for a byline that is a text'),
    input: z.string().max(1000).describe('Ids or slugs of authors, separated by commas'),
    empty: '',
  }),
  // Filled from the names where authors are chosen.
  author: text('author', bylineMaxLength),
  topics: field({
    answer: z.array(z.object({ name: z.string(), slug: z.string() })).describe('Topics, in order'),
    input: z.string().max(topicsFieldMaxLength).describe('Names of topics, separated by commas; new ones are added'),
    empty: '',
  }),
  series: field({
    answer: z.object({ title: z.string(), slug: z.string() }).nullable().describe('The series that this is a part of'),
    input: z.string().max(200).describe('Slug of a series; empty for none'),
    empty: '',
  }),
  series_part: field({
    answer: z.number().nullable(),
    input: z.union([z.string().max(20), z.number()]).describe('Part of the series; the next one if it is empty'),
    empty: '',
  }),
  language: field({ answer: z.string(), input: z.string().max(10), empty: 'en' }),
  version_of: field({
    answer: z.number().nullable().describe('The story that this one is a version of, in another language'),
    input: z.string().max(500).describe('Number or address of a story; empty for none'),
    empty: '',
  }),
  status: field({ answer: z.enum(storyStatuses), input: z.enum(storyStatuses), empty: 'published' }),
  publish_at: field({
    answer: Instant.nullable().describe('When a scheduled story will be published'),
    input: z.string().max(40), // an instant, ISO 8601; empty unless the status is `scheduled`
    empty: '',
  }),
};

type Fields = typeof storyFields;

/** One property of every field, by field name. */
const each = <Property extends 'answer' | 'input' | 'empty'>(property: Property) =>
  Object.fromEntries(Object.entries(storyFields).map(([name, field]) => [name, field[property]])) as unknown as {
    [Name in keyof Fields]: Fields[Name][Property];
  }; // fromEntries loses the type of each key's value

/** Schemas of a story's fields in an API response. */
export const storyAnswers = each('answer');

/** The values of the story form, as typed. */
export const StoryForm = z.object(each('input'));
export type StoryForm = z.output<typeof StoryForm>;

/** The default values of the form. */
export const emptyStoryForm: StoryForm = each('empty');

export type TextName = { [Name in keyof Fields]: Fields[Name] extends { column: string } ? Name : never }[keyof Fields];

/** The values of the `text` fields, by column. */
export type StoryTexts = Record<Fields[TextName]['column'], string>;

/** Name and column of each `text` field. */
export const textColumns = Object.entries(storyFields).flatMap(([name, field]) =>
  'column' in field ? [[name as TextName, field.column] as const] : [],
);
export type StoryStatus = StoryForm['status'];
