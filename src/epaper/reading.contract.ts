import { z } from 'zod';
import { defineCall, Instant, NumericId, searches } from '#src/calls/call.ts';
import { renditions } from './reading.rules.ts';
import { searchMaxLength } from './search.rules.ts';

/** A region of a page, as parts of its width and height. */
export const Region = z.object({
  left: z.number().min(0).max(1),
  top: z.number().min(0).max(1),
  right: z.number().min(0).max(1),
  bottom: z.number().min(0).max(1),
});

export const PageText = z.object({
  page: z.number(),
  paragraphs: z.array(z.string()),
  language: z.string().describe('As the script tells it'),
  garbled: z.boolean().describe('The PDF’s own text is not what its print says; nothing is shown then'),
  partly: z.boolean().describe('Lines that could not be read are left out'),
  corrected: z.boolean().describe('Put right by the newsroom'),
});
export type PageText = z.infer<typeof PageText>;

const Excerpt = z.array(z.object({ text: z.string(), hit: z.boolean() }));

export const PageHit = z.object({
  edition_id: z.number(),
  title: z.string(),
  issue_date: z.string().nullable(),
  created_at: Instant,
  place: z.string().nullable(),
  page: z.number(),
  excerpt: Excerpt.nullable().describe('Null where a plan is needed'),
  boxes: z.array(Region).nullable().describe('Where the words stand; of a search in one edition'),
});
export type PageHit = z.infer<typeof PageHit>;

export const PageHits = z.object({
  hits: z.array(PageHit),
  more: z.boolean().describe('There are more pages than the 50 that are shown'),
});
export type PageHits = z.infer<typeof PageHits>;

const EditionId = z.object({ id: NumericId });
const PageNumber = EditionId.extend({ page: NumericId });
const picture = { 200: z.unknown().meta({ type: 'string', format: 'binary' }) };
const PictureQuery = z.object({
  pass: z.string().max(1000).optional().describe('Instead of a token, for a picture in a page'),
  v: z.string().max(20).optional().describe('Of the file, so that a kept picture is of this one'),
});

export const readingCalls = {
  pass: defineCall({
    method: 'POST',
    path: '/api/editions/:id/pass',
    who: 'member',
    summary:
      'A pass for the pictures of all pages, for a quarter of an hour; with a running plan, and for the newsroom',
    params: EditionId,
    reply: { 200: z.object({ pass: z.string(), until: Instant }) },
  }),
  picture: defineCall({
    method: 'GET',
    path: '/api/editions/:id/pages/:page/:rendition',
    who: 'anyone',
    summary: 'A page as picture: the first pages for everyone, the others with a running plan',
    params: PageNumber.extend({ rendition: z.enum(renditions) }),
    query: PictureQuery,
    reply: picture,
  }),
  tile: defineCall({
    method: 'GET',
    path: '/api/editions/:id/pages/:page/tiles/:tile',
    who: 'anyone',
    summary: 'A part of a magnified page, by column and row; for whom the page is',
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
    summary: 'A page as text; for whom the page is',
    params: PageNumber,
    reply: { 200: PageText },
  }),
  correct: defineCall({
    method: 'PUT',
    path: '/api/editions/:id/pages/:page',
    who: 'newsroom',
    summary: 'Put a page’s text right; empty for the PDF’s own',
    params: PageNumber,
    body: z.object({ text: z.string().max(200_000) }),
    reply: { 200: PageText },
  }),
  search: defineCall({
    method: 'GET',
    path: '/api/editions/search',
    who: 'anyone',
    summary: 'Pages that hold these words, newest editions first; excerpts only of pages that the reader may read',
    limit: searches,
    query: z.object({ q: z.string().max(searchMaxLength), edition: NumericId.optional() }),
    reply: { 200: PageHits },
  }),
};
