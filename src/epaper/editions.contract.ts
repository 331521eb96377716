import { z } from 'zod';
import { defineCall, Instant, Message, NumericId, typed, upload } from '#src/calls/call.ts';
import { periods, placeMaxLength, titleMaxLength } from './editions.rules.ts';

/** An edition as the API shows it. */
export const Report = z.object({
  id: z.number(),
  category: z.enum(periods),
  filename: z.string(),
  thumbnail_url: z.string().nullable().describe('Path to append to the API host; null while the cover is being made'),
  url: z.string().describe('Path of the download call, to append to the API host'),
  title: z.string(),
  issue_date: z.string().nullable().describe('Calendar day'),
  place: z.string().nullable(),
  pages: z.number(),
  size_bytes: z.number(),
  cover_width: z.number(),
  cover_height: z.number(),
  created_at: Instant,
});
export type Report = z.infer<typeof Report>;

const ManagedReport = Report.extend({
  work: z.enum(['waiting', 'done', 'failed']).describe('Of the job that makes cover, pages and text'),
  failure: z.string().nullable(),
  deleted_at: Instant.nullable(),
});
export type ManagedReport = z.infer<typeof ManagedReport>;

const EditionId = z.object({ id: NumericId });
const Details = { title: typed(titleMaxLength), issue_date: typed(10), place: typed(placeMaxLength) };

export const editionCalls = {
  upload: defineCall({
    method: 'POST',
    path: '/api/upload-pdf',
    who: 'newsroom',
    summary: 'Put a PDF on the rack',
    form: z.object({ pdf: upload('pdf').optional(), category: typed(20), ...Details }),
    reply: { 201: z.object({ message: z.string(), data: Report }) },
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/pdfs',
    who: 'anyone',
    summary: 'Editions, newest first (1,000 at most)',
    reply: { 200: z.array(Report) },
  }),
  // The specification's base already ends in /api, and its path begins with it.
  listDoubled: defineCall({
    method: 'GET',
    path: '/api/api/pdfs',
    who: 'anyone',
    summary: 'The same as /api/pdfs',
    reply: { 200: z.array(Report) },
  }),
  download: defineCall({
    method: 'GET',
    path: '/api/download/:name',
    who: 'anyone',
    summary: 'An edition as PDF, byte ranges allowed; for admins, and readers with a running plan',
    params: z.object({ name: z.string().max(400) }),
    query: z.object({ pass: z.string().max(1000).optional().describe('Instead of a token, for a link') }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
  pass: defineCall({
    method: 'POST',
    path: '/api/download/:name/pass',
    who: 'member',
    summary: 'An address that downloads an edition without a header, for a quarter of an hour',
    params: z.object({ name: z.string().max(400) }),
    reply: { 200: z.object({ url: z.string() }) },
  }),
  manage: defineCall({
    method: 'GET',
    path: '/api/editions',
    who: 'newsroom',
    summary: 'Editions with the state of their work, deleted ones included, newest first (500 at most)',
    reply: { 200: z.array(ManagedReport) },
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/editions/:id',
    who: 'newsroom',
    summary: 'Change an edition’s details, or replace its file',
    params: EditionId,
    form: z.object({ pdf: upload('pdf').optional(), category: typed(20), ...Details }),
    reply: { 200: ManagedReport },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/editions/:id',
    who: 'newsroom',
    summary: 'Take an edition off the rack; it can be put back for 30 days',
    params: EditionId,
    reply: { 200: Message },
  }),
  restore: defineCall({
    method: 'POST',
    path: '/api/editions/:id/restore',
    who: 'newsroom',
    summary: 'Put a deleted edition back',
    params: EditionId,
    reply: { 200: ManagedReport },
  }),
  prepare: defineCall({
    method: 'POST',
    path: '/api/editions/:id/prepare',
    who: 'newsroom',
    summary: 'Make cover, pages and text again',
    params: EditionId,
    reply: { 200: ManagedReport },
  }),
};

/** Days that a deleted edition can be put back. */
export const keepDeletedDays = 30;

/** How wide a cover is made, in px. */
export const coverWidth = 400;
