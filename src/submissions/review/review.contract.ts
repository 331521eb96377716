// Review calls beyond those of the specification: search, reading, reviewers' notes, requests for changes.
import { z } from 'zod';
import { defineCall, fileField, Instant, Message, NumericId } from '#src/calls/call.ts';
import { Html } from '#src/calls/html.ts';
import { articleTypes, documentFormats, maxLengths } from '#src/submissions/submission/form.rules.ts';
import { states } from '#src/submissions/submission/submission-states.rules.ts';
import { HistoryEntry, SubmissionView } from '#src/submissions/submission/submissions.contract.ts';

export const reviewSorts = ['newest', 'oldest', 'changed', 'username'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

export const reviewPageSize = 25;

export const fileKinds = ['bonafide', 'essay'] as const;
export type FileKind = (typeof fileKinds)[number];

const ReviewedPage = z.object({
  page: z.number(),
  width: z.number().describe('Width of the PDF page, in points'),
  height: z.number(),
  picture: z.string().describe('Signed path to append to the API host, valid for 15 minutes'),
});
export type ReviewedPage = z.infer<typeof ReviewedPage>;

/** State of the rendering of a file's pages; `none` for a .doc or .docx. */
export const renderingStates = ['none', 'waiting', 'done', 'failed'] as const;

const ReviewedFile = z.object({
  id: z.number(),
  kind: z.enum(fileKinds),
  format: z.enum(documentFormats),
  filename: z.string(),
  size_bytes: z.number(),
  version: z.number(),
  created_at: Instant,
  replaced: z.boolean(),
  path: z.string().nullable().describe('Path to append to the API host; null when the file has been deleted'),
  drawing: z.enum(renderingStates),
  pages: z.array(ReviewedPage).describe('Pages of current files; empty for replaced ones'),
  checked_at: Instant.nullable(),
  checked_by: z.string().nullable(),
});
export type ReviewedFile = z.infer<typeof ReviewedFile>;

const Note = z.object({ id: z.number(), at: Instant, writer: z.string(), text: z.string() });

const Reviewed = SubmissionView.extend({
  history: z.array(HistoryEntry.extend({ actor: z.string() })),
  notes: z.array(Note),
  files: z.array(ReviewedFile).describe('Newest first'),
});
export type Reviewed = z.infer<typeof Reviewed>;

const SubmissionId = z.object({ id: NumericId });
const words = z.string().trim().min(1, 'errors.required').max(maxLengths.note, 'submissions.noteTooLong');

export const reviewCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/submissions',
    who: 'reviewers',
    summary: 'Submissions to review, 25 a page; `cursor` is the answer’s `next`',
    query: z.object({
      search: z.string().max(100).optional(),
      state: z.enum(states).optional(),
      type: z.enum(articleTypes).optional(),
      sort: z.enum(reviewSorts).default('newest'),
      cursor: z.string().max(500).optional(),
    }),
    reply: {
      200: z.object({
        articles: z.array(SubmissionView),
        next: z.string().nullable(),
        counts: z.record(z.string(), z.number()).describe('Number of submissions by state'),
      }),
    },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/submissions/:id',
    who: 'reviewers',
    summary: 'One submission with its history, its files and the reviewers’ notes',
    params: SubmissionId,
    reply: { 200: Reviewed },
  }),
  text: defineCall({
    method: 'GET',
    path: '/api/submissions/:id/text',
    who: 'reviewers',
    summary: 'The text of a .doc or .docx file as HTML without scripts and without external resources',
    params: SubmissionId,
    query: z.object({ kind: z.enum(fileKinds).default('essay') }),
    reply: { 200: z.object({ html: Html }) },
  }),
  start: defineCall({
    method: 'POST',
    path: '/api/submissions/:id/review',
    who: 'reviewers',
    summary: 'Start the review and notify the author',
    params: SubmissionId,
    reply: { 200: Message },
  }),
  askChanges: defineCall({
    method: 'POST',
    path: '/api/submissions/:id/changes',
    who: 'reviewers',
    summary: 'Request changes from the author',
    params: SubmissionId,
    body: z.object({ note: words }),
    reply: { 200: Message },
  }),
  addNote: defineCall({
    method: 'POST',
    path: '/api/submissions/:id/notes',
    who: 'reviewers',
    summary: 'Add a note for the other reviewers',
    params: SubmissionId,
    body: z.object({ text: words }),
    reply: { 201: Note },
  }),
  attachPdf: defineCall({
    method: 'POST',
    path: '/api/submissions/:id/pdf',
    who: 'reviewers',
    summary: 'Replace a .doc or .docx essay by a PDF, so that it can be listed on /research',
    params: SubmissionId,
    form: z.object({
      pdf: fileField('document').optional(),
      version: z.coerce
        .number()
        .int()
        .min(1)
        .max(2_147_483_647)
        .optional()
        .describe('The version that the PDF was made from: 409 if the author has submitted a newer one'),
    }),
    reply: { 201: z.object({ message: z.string(), data: SubmissionView }) },
  }),
};
