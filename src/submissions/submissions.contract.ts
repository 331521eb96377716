import { z } from 'zod';
import { defineCall, Instant, Message, NumericId, typed, upload } from '#src/calls/call.ts';
import { articleTypes, maxCounts, maxLengths } from './form.rules.ts';
import { decisions, rejectionReasons, states, statuses } from './submissions.rules.ts';

const owned = 'only for the newsroom and the author; else null';

/** A submission as the API shows it. */
export const Article = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string().nullable().describe(`E-mail of the author, ${owned}`),
  mobile_number: z.string().nullable().describe(`Mobile number of the author, ${owned}`),
  article_type: z.enum(articleTypes),
  bonafide_file: z.string().nullable().describe(`Path to append to the API host, for a quarter of an hour; ${owned}`),
  essay_file: z.string().describe('Path to append to the API host; open once approved, else for a quarter of an hour'),
  status: z.enum(statuses),
  awaiting_consent: z.boolean().describe('A pending work of a minor: nobody reviews it until a guardian has agreed'),
  title: z.string(),
  abstract: z.string(),
  co_authors: z.array(z.string()),
  institution: z.string(),
  keywords: z.array(z.string()),
  version: z.number().describe('Grows with each new version of the files'),
  created_at: Instant,
  updated_at: Instant,
  decided_at: Instant.nullable(),
  published_at: Instant.nullable().describe('When it first appeared on /research'),
});
export type Article = z.infer<typeof Article>;

/** What describes a work; names one per line, keywords separated by commas. */
const WorkFields = z.object({
  article_type: typed(40),
  title: typed(maxLengths.title),
  abstract: typed(maxLengths.abstract),
  co_authors: typed((maxLengths.name + 2) * maxCounts.coAuthors),
  institution: typed(maxLengths.institution),
  keywords: typed((maxLengths.keyword + 2) * maxCounts.keywords),
});

const SubmissionId = z.object({ id: NumericId });
const Saved = z.object({ message: z.string(), data: Article });

export const articlePageSize = 500;

export const articlesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/get-articles',
    who: 'anyone',
    summary:
      'Submissions, newest first: all for the newsroom, one’s own and the approved for a user, the approved for anyone; the Link header names the next page',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(articlePageSize).default(articlePageSize),
      cursor: z.string().max(100).optional(),
    }),
    reply: { 200: z.object({ data: z.array(Article) }) },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/get-article-by-id',
    who: 'anyone',
    summary: 'One submission, by the same rule',
    query: z.object({ id: NumericId }),
    reply: { 200: z.object({ data: Article }) },
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/create-article',
    who: 'member',
    summary: 'Hand in a work; username, email and mobile_number are those of the account, whatever the form says',
    form: WorkFields.extend({
      username: typed(500),
      email: typed(500),
      mobile_number: typed(500),
      bonafide_file: upload('document').optional(),
      essay_file: upload('document').optional(),
    }),
    reply: { 201: Saved },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/delete-article/:id',
    who: 'member',
    summary: 'Delete a submission (newsroom), or withdraw one’s own while it is pending',
    params: SubmissionId,
    reply: { 200: Message },
  }),
  decide: defineCall({
    method: 'POST',
    path: '/api/admin/decision',
    who: 'newsroom',
    summary: 'Approve or reject a submission; the same decision again changes nothing',
    body: z.object({
      id: NumericId,
      email: z.string().max(254).describe('The submission’s own'),
      version: z
        .number()
        .int()
        .min(1)
        .max(2_147_483_647)
        .optional()
        .describe('The version that was looked at: 409 when its author has sent in a newer one'),
      status: z
        .enum(statuses)
        .optional()
        .describe('The status that was looked at: 409 when somebody else has decided otherwise since'),
      decision: z.enum(decisions),
      reasons: z.array(z.enum(rejectionReasons)).max(rejectionReasons.length).default([]),
      note: z
        .string()
        .trim()
        .max(maxLengths.note, 'submissions.noteTooLong')
        .default('')
        .describe('Words to the author'),
    }),
    reply: { 200: Message },
  }),
};

/** A step in the life of a submission. */
export const HistoryEntry = z.object({
  id: z.number(),
  at: Instant,
  action: z.string(),
  from: z.enum(states).nullable(),
  to: z.enum(states),
  reasons: z.array(z.enum(rejectionReasons)),
  note: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const OwnSubmission = Article.extend({
  history: z.array(HistoryEntry).describe('Oldest first'),
  queue_place: z.number().nullable().describe('1 is next; null unless it waits for the newsroom'),
  certificate: z.string().nullable().describe('Path to append to the API host, for a quarter of an hour'),
});
export type OwnSubmission = z.infer<typeof OwnSubmission>;

export const ownLimit = 50;

const fileName = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+\.(pdf|docx?)$/); // 5f1c….pdf
const pageImage = z
  .string()
  .max(20)
  .regex(/^\d{1,4}-\d{3,4}\.webp$/); // 12-1100.webp
const publicName = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+$/);
const pass = z.object({ pass: z.string().max(1000).optional() });

export const submissionsCalls = {
  own: defineCall({
    method: 'GET',
    path: '/api/submissions/own',
    who: 'member',
    summary: 'One’s own submissions, newest first (50 at most), each with its history and its place in the queue',
    reply: {
      200: z.object({
        submissions: z.array(OwnSubmission),
        median_days: z.number().nullable().describe('From receipt to decision, over the last 90 days'),
      }),
    },
  }),
  revise: defineCall({
    method: 'POST',
    path: '/api/submissions/:id/versions',
    who: 'member',
    summary: 'Answer a request for changes with a new essay file, and a new bonafide file where that was at fault',
    params: SubmissionId,
    form: z.object({
      essay_file: upload('document').optional(),
      bonafide_file: upload('document').optional(),
      note: z.string().max(maxLengths.note, 'submissions.noteTooLong').optional(),
    }),
    reply: { 201: Saved },
  }),
  file: defineCall({
    method: 'GET',
    path: '/api/submissions/files/:file',
    who: 'anyone',
    summary: 'A file of a submission, for its author and the newsroom: by a path that the API gave out, or the token',
    params: z.object({ file: fileName }),
    query: pass,
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
  filePage: defineCall({
    method: 'GET',
    path: '/api/submissions/files/:name/:image',
    who: 'anyone',
    summary: 'A page of such a file as a picture, <page>-<width>.webp, by the same rule',
    params: z.object({ name: publicName, image: pageImage }),
    query: pass,
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
  certificate: defineCall({
    method: 'GET',
    path: '/api/submissions/:id/certificate',
    who: 'anyone',
    summary: 'The certificate of publication as a PDF, for the author and the newsroom, as a file is',
    params: SubmissionId,
    query: pass,
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
  essay: defineCall({
    method: 'GET',
    path: '/api/essays/:file',
    who: 'anyone',
    summary: 'The file of an approved essay',
    params: z.object({ file: fileName }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
  essayPage: defineCall({
    method: 'GET',
    path: '/api/essays/:name/:image',
    who: 'anyone',
    summary: 'A page of an approved essay as a picture: <page>-<width>.webp',
    params: z.object({ name: publicName, image: pageImage }),
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
