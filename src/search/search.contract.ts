import { z } from 'zod';
import { defineCall, searches } from '#src/calls/call.ts';
import { documentKinds, pagesAtMost, queryMaxLength } from './search.rules.ts';

const Segment = z.object({ text: z.string(), marked: z.boolean().describe('It is what was asked for') });

const Found = z.object({
  kind: z.enum(documentKinds),
  id: z.number().describe('Of the story, the edition or the essay'),
  page: z.number().nullable().describe('Of the edition'),
  title: z.array(Segment),
  excerpt: z.array(Segment).describe('Empty where the text is for readers with a plan'),
  locked: z.boolean().describe('Its text is for readers with a plan'),
  label: z.string().nullable().describe('Its category, in the language of the answer'),
  language: z.string().nullable(),
  published_at: z.iso.datetime(),
  picture: z.string().nullable().describe('Path of a small picture, to append to the API host'),
});
export type Found = z.infer<typeof Found>;

export const SearchAnswer = z.object({
  query: z.string(),
  results: z.array(Found),
  total: z.number(),
  more_than_total: z.boolean().describe('There are more than are counted'),
  page: z.number(),
  pages: z.number(),
  meant: z
    .string()
    .nullable()
    .describe('What was looked for instead, because nothing has the words as they were typed'),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

const Suggestion = z.object({
  text: z.string(),
  story: z.number().nullable().describe('The story whose title this is; null for words to search for'),
});
export type Suggestion = z.infer<typeof Suggestion>;

// A form sends what was left empty as well.
const empty = (value: unknown) => (value === '' ? undefined : value);
// PostgreSQL has no year 0; there were no newspapers before this one.
const firstDay = '1600-01-01';
const Day = z.preprocess(
  empty,
  z.iso
    .date('search.dayInvalid')
    .refine((day) => day >= firstDay, 'search.dayInvalid')
    .optional(),
);

export const SearchQuery = z.object({
  q: z.string().max(queryMaxLength, 'search.queryTooLong'),
  kind: z.preprocess(empty, z.enum(documentKinds).optional()),
  category: z.preprocess(empty, z.string().max(100).optional()).describe('Name or slug; stories only'),
  from: Day.describe('First day, in India'),
  to: Day.describe('Last day, in India'),
  page: z.coerce.number().int().min(1).max(pagesAtMost).default(1),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const searchCalls = {
  search: defineCall({
    method: 'GET',
    path: '/api/search',
    who: 'anyone',
    summary: 'Stories, pages of editions and essays that hold every word asked for, the best first',
    limit: searches,
    query: SearchQuery,
    reply: { 200: SearchAnswer },
  }),
  suggest: defineCall({
    method: 'GET',
    path: '/api/search/suggestions',
    who: 'anyone',
    summary: 'Words and titles that begin as was typed (9 at most)',
    limit: { name: 'suggestions', attempts: 1200, perSeconds: 600 },
    query: z.object({ q: z.string().max(queryMaxLength, 'search.queryTooLong') }),
    reply: { 200: z.array(Suggestion) },
  }),
};
