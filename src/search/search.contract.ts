import { z } from 'zod';
import { defineCall, defineLimit, searchLimit } from '#src/calls/call.ts';
import { languageOrders, orderParameter } from '#src/news/stories/language-order.rules.ts';
import { publicKinds, queryMaxLength } from '#src/search-index/documents.rules.ts';
import { pagesAtMost } from './search.rules.ts';

const Segment = z.object({ text: z.string(), marked: z.boolean().describe('Whether it matches the query') });

const Found = z.object({
  kind: z.enum(publicKinds),
  id: z.number().describe('Id of the story, the edition or the essay'),
  page: z.number().nullable().describe('Page of the edition'),
  title: z.array(Segment),
  excerpt: z.array(Segment).describe('Empty if the text is behind the paywall'),
  locked: z.boolean().describe('Whether the text is behind the paywall'),
  label: z.string().nullable().describe('Category, in the language of the response'),
  language: z.string().nullable(),
  published_at: z.iso.datetime(),
  picture: z.string().nullable().describe('Path of a small picture, to append to the API host'),
  focus: z
    .object({ x: z.number(), y: z.number() })
    .optional()
    .describe('Focal point of the picture, in percent from its left and its top; without it the centre'),
});
export type SearchResult = z.infer<typeof Found>;

export const SearchResponse = z.object({
  query: z.string(),
  results: z.array(Found),
  total: z.number(),
  in_language: z
    .number()
    .describe(
      'Results in the language of the response, or of unknown language; they come first. All of them for `all`',
    ),
  languages: z.enum(languageOrders).describe('The order of languages'),
  more_than_total: z.boolean().describe('Whether there are more results than `total`'),
  page: z.number(),
  pages: z.number(),
  meant: z.string().nullable().describe('The corrected query, if the original one had no results'),
});
export type SearchResponse = z.infer<typeof SearchResponse>;

const Suggestion = z.object({
  text: z.string(),
  story: z.number().nullable().describe('Id of the story with this title; null for a suggested query'),
});
export type Suggestion = z.infer<typeof Suggestion>;

// Forms submit empty fields as well.
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
  kind: z.preprocess(empty, z.enum(publicKinds).optional()),
  category: z.preprocess(empty, z.string().max(100).optional()).describe('Name or slug; stories only'),
  from: Day.describe('First day, in India'),
  to: Day.describe('Last day, in India'),
  [orderParameter]: z
    .preprocess(empty, z.enum(languageOrders).optional())
    .describe("Order of languages; the newspaper's own by default"),
  page: z.coerce.number().int().min(1).max(pagesAtMost).default(1),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const searchCalls = {
  search: defineCall({
    method: 'GET',
    path: '/api/search',
    who: 'anyone',
    summary: 'Stories, pages of editions and essays that contain all words of the query, best first',
    limit: searchLimit,
    query: SearchQuery,
    reply: { 200: SearchResponse },
  }),
  suggest: defineCall({
    method: 'GET',
    path: '/api/search/suggestions',
    who: 'anyone',
    summary: 'Words and titles that complete the query (9 at most)',
    limit: defineLimit({ name: 'suggestions', attempts: 1200, perSeconds: 600 }),
    query: z.object({ q: z.string().max(queryMaxLength, 'search.queryTooLong') }),
    reply: { 200: z.array(Suggestion) },
  }),
};
