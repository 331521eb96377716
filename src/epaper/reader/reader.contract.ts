import { z } from 'zod';
import { defineCall, Instant, NumericId, searchLimit } from '#src/calls/call.ts';
import { renditions, searchMaxLength } from '#src/epaper/pages/pages.rules.ts';
import { Region } from '#src/epaper/pages/region.contract.ts';

export const PageText = z.object({
  page: z.number(),
  paragraphs: z.array(z.string()),
  language: z.string().describe('Detected from the script'),
  garbled: z.boolean().describe('The extracted text does not match the print; no paragraphs are returned'),
  partly: z.boolean().describe('Illegible lines are left out'),
  corrected: z.boolean().describe('Corrected by the newsroom'),
  version: z.number().describe('Increases with every correction; send it with an update to detect concurrent changes'),
});
export type PageText = z.infer<typeof PageText>;

const ArticleAddress = z.object({ page: z.number(), number: z.number(), title: z.string() });

export const Article = z.object({
  edition_id: z.number(),
  edition_title: z.string(),
  title: z.string(),
  story_id: z.number().nullable().describe('Its story on the site; null in an uploaded edition'),
  language: z.string().describe('Detected from the script'),
  parts: z.array(
    z.object({ page: z.number(), paragraphs: z.array(z.string()).nullable().describe('Null if a plan is required') }),
  ),
  previous: ArticleAddress.nullable(),
  next: ArticleAddress.nullable(),
});
export type Article = z.infer<typeof Article>;

const Excerpt = z.array(z.object({ text: z.string(), hit: z.boolean() }));

export const PageHit = z.object({
  edition_id: z.number(),
  title: z.string(),
  issue_date: z.string().nullable(),
  created_at: Instant,
  place: z.string().nullable(),
  page: z.number(),
  excerpt: Excerpt.nullable().describe('Null if a plan is required'),
  boxes: z.array(Region).nullable().describe('Positions of the words; only for a search in one edition'),
});
export type PageHit = z.infer<typeof PageHit>;

export const PageHits = z.object({
  hits: z.array(PageHit),
  more: z.boolean().describe('There are more pages than the 50 returned'),
});
export type PageHits = z.infer<typeof PageHits>;

const EditionId = z.object({ id: NumericId });
const PageNumber = EditionId.extend({ page: NumericId });
const picture = { 200: z.unknown().meta({ type: 'string', format: 'binary' }) };
const PictureQuery = z.object({
  pass: z.string().max(1000).optional().describe('Signature of a signed URL, instead of a token'),
  v: z.string().max(20).optional().describe('Version of the file, so that a cached picture belongs to it'),
});

export const readerCalls = {
  pass: defineCall({
    method: 'POST',
    path: '/api/editions/:id/pass',
    who: 'member',
    summary: 'Signature for the picture URLs of all pages, valid for 15 minutes; for an active plan and the newsroom',
    params: EditionId,
    reply: { 200: z.object({ pass: z.string(), until: Instant }) },
  }),
  picture: defineCall({
    method: 'GET',
    path: '/api/editions/:id/pages/:page/:rendition',
    who: 'anyone',
    summary: 'A page as picture: the first pages for everyone, the others with an active plan',
    params: PageNumber.extend({ rendition: z.enum(renditions) }),
    query: PictureQuery,
    reply: picture,
  }),
  tile: defineCall({
    method: 'GET',
    path: '/api/editions/:id/pages/:page/tiles/:tile',
    who: 'anyone',
    summary: 'A tile of a magnified page, by column and row; same access as the page',
    params: PageNumber.extend({
      tile: z
        .string()
        .max(6)
        .regex(/^\d{1,2}-\d{1,3}$/),
    }),
    query: PictureQuery,
    reply: picture,
  }),
  text: defineCall({
    method: 'GET',
    path: '/api/editions/:id/pages/:page',
    who: 'anyone',
    summary: 'A page as text; same access as the page',
    params: PageNumber,
    reply: { 200: PageText },
  }),
  article: defineCall({
    method: 'GET',
    path: '/api/editions/:id/articles/:page/:number',
    who: 'anyone',
    summary: 'An article as text: its headline for everyone, each part with the same access as its page',
    params: PageNumber.extend({ number: NumericId }),
    reply: { 200: Article },
  }),
  correct: defineCall({
    method: 'PUT',
    path: '/api/editions/:id/pages/:page',
    who: 'editors',
    summary: 'Correct a page’s text; empty restores the extracted text. 409 with `current` if `version` is out of date',
    params: PageNumber,
    body: z.object({ text: z.string().max(200_000), version: z.number().int().optional() }),
    reply: { 200: PageText },
  }),
  search: defineCall({
    method: 'GET',
    path: '/api/editions/search',
    who: 'anyone',
    summary: 'Pages that contain these words, newest editions first; excerpts only of pages that the reader may read',
    limit: searchLimit,
    query: z.object({ q: z.string().max(searchMaxLength), edition: NumericId.optional() }),
    reply: { 200: PageHits },
  }),
};
