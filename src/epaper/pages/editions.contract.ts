import { z } from 'zod';
import { defineCall, fileField, Instant, Message, NumericId, textField } from '#src/calls/call.ts';
import { periods, placeMaxLength, titleMaxLength } from './editions.rules.ts';

/** An edition as the API shows it. */
export const EditionView = z.object({
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
export type EditionView = z.infer<typeof EditionView>;

export const ManagedEdition = EditionView.extend({
  version: z.string().describe('Differs after every change; send it back to detect concurrent changes'),
  work: z.enum(['waiting', 'done', 'failed']).describe('State of the job that makes cover, pages and text'),
  failure: z.string().nullable(),
  deleted_at: Instant.nullable(),
});
export type ManagedEdition = z.infer<typeof ManagedEdition>;

/** An edition of a calendar. */
export const CalendarEdition = z.object({
  kind: z
    .enum(['edition', 'composing', 'draft', 'plan', 'schedule'])
    .describe('schedule: a draft will be composed on this day'),
  id: z.number().describe('Of the edition, the draft or the plan; 0 for the schedule'),
  title: z.string(),
  period: z.enum(periods),
  day: z.string().describe('Issue date'),
  time: z.string().nullable().describe('Of the schedule, in India'),
});
export type CalendarEdition = z.infer<typeof CalendarEdition>;

const EditionId = z.object({ id: NumericId });
const Details = { title: textField(titleMaxLength), issue_date: textField(10), place: textField(placeMaxLength) };

export const editionCalls = {
  upload: defineCall({
    method: 'POST',
    path: '/api/upload-pdf',
    who: 'editors',
    summary: 'Upload a PDF as an edition',
    form: z.object({ pdf: fileField('pdf').optional(), category: textField(20), ...Details }),
    reply: { 201: z.object({ message: z.string(), data: EditionView }) },
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/pdfs',
    who: 'anyone',
    summary: 'Editions, newest first (1,000 at most)',
    reply: { 200: z.array(EditionView) },
  }),
  // The specification's base URL ends in /api and its path begins with /api.
  listDoubled: defineCall({
    method: 'GET',
    path: '/api/api/pdfs',
    who: 'anyone',
    summary: 'The same as /api/pdfs',
    reply: { 200: z.array(EditionView) },
  }),
  download: defineCall({
    method: 'GET',
    path: '/api/download/:name',
    who: 'anyone',
    summary: 'An edition as PDF, byte ranges allowed; for the newsroom, and readers with an active plan',
    params: z.object({ name: z.string().max(400) }),
    query: z.object({
      pass: z.string().max(1000).optional().describe('Signature of a signed URL, instead of a token'),
    }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
  pass: defineCall({
    method: 'POST',
    path: '/api/download/:name/pass',
    who: 'member',
    summary: 'Create a signed URL that downloads an edition; valid for 15 minutes',
    params: z.object({ name: z.string().max(400) }),
    reply: { 200: z.object({ url: z.string() }) },
  }),
  manage: defineCall({
    method: 'GET',
    path: '/api/editions',
    who: 'editors',
    summary: 'Editions with the state of their processing, deleted ones included, newest first (500 at most)',
    reply: { 200: z.array(ManagedEdition) },
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/editions/:id',
    who: 'editors',
    summary: 'Change an edition’s details, or replace its file',
    params: EditionId,
    form: z.object({
      pdf: fileField('pdf').optional(),
      category: textField(20),
      ...Details,
      version: textField(64).describe('As loaded: 409 with `current` if somebody else has changed the edition since'),
    }),
    reply: { 200: ManagedEdition },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/editions/:id',
    who: 'editors',
    summary: 'Delete an edition; it can be restored for 30 days',
    params: EditionId,
    reply: { 200: Message },
  }),
  restore: defineCall({
    method: 'POST',
    path: '/api/editions/:id/restore',
    who: 'editors',
    summary: 'Restore a deleted edition',
    params: EditionId,
    reply: { 200: ManagedEdition },
  }),
  prepare: defineCall({
    method: 'POST',
    path: '/api/editions/:id/prepare',
    who: 'editors',
    summary: 'Process cover, pages and text again',
    params: EditionId,
    reply: { 200: ManagedEdition },
  }),
};

/** Days for which a deleted edition can be restored. */
export const restoreDays = 30;

/** Width of a cover in px. */
export const coverWidth = 400;
