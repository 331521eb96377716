import { z } from 'zod';
import { defineCall, fileField, Instant, Message, NumericId, textField } from '#src/calls/call.ts';
import { articleTypes, type DescriptionForm, maxCounts, maxLengths } from './form.rules.ts';
import { decisions, rejectionReasons, states, statuses } from './submission-states.rules.ts';

const owned = 'only for the newsroom and the author; else null';

/** A submission as the API shows it. */
export const SubmissionView = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string().nullable().describe(`E-mail of the author, ${owned}`),
  mobile_number: z.string().nullable().describe(`Mobile number of the author, ${owned}`),
  article_type: z.enum(articleTypes),
  bonafide_file: z.string().nullable().describe(`Signed path on the API host, valid for 15 minutes; ${owned}`),
  essay_file: z.string().describe('Path on the API host; public once approved, else signed and valid for 15 minutes'),
  status: z.enum(statuses),
  awaiting_consent: z.boolean().describe('A minor’s pending submission: not reviewed until a guardian consents'),
  title: z.string(),
  abstract: z.string(),
  co_authors: z.array(z.string()),
  institution: z.string(),
  keywords: z.array(z.string()),
  version: z.number().describe('Incremented with each new version of the files'),
  created_at: Instant,
  updated_at: Instant,
  decided_at: Instant.nullable(),
  published_at: Instant.nullable().describe('When it first appeared on /research'),
});
export type SubmissionView = z.infer<typeof SubmissionView>;

/** Descriptive fields; names one per line, keywords separated by commas. */
const WorkFields = z.object({
  article_type: textField(40),
  title: textField(maxLengths.title),
  abstract: textField(maxLengths.abstract),
  co_authors: textField((maxLengths.name + 2) * maxCounts.coAuthors),
  institution: textField(maxLengths.institution),
  keywords: textField((maxLengths.keyword + 2) * maxCounts.keywords),
} satisfies Record<keyof DescriptionForm, z.ZodType>);

/** Form of a new submission. It may contain the account's data, which are ignored. */
const SentSubmission = WorkFields.extend({
  username: textField(500),
  email: textField(500),
  mobile_number: textField(500),
  bonafide_file: fileField('document').optional(),
  essay_file: fileField('document').optional(),
});
export type SentSubmission = z.output<typeof SentSubmission>;

const SubmissionId = z.object({ id: NumericId });
const Saved = z.object({ message: z.string(), data: SubmissionView });

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
    reply: { 200: z.object({ data: z.array(SubmissionView) }) },
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/get-article-by-id',
    who: 'anyone',
    summary: 'One submission, by the same rule',
    query: z.object({ id: NumericId }),
    reply: { 200: z.object({ data: SubmissionView }) },
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/create-article',
    who: 'member',
    summary: 'Create a submission; username, email and mobile_number come from the account, not from the form',
    form: SentSubmission,
    reply: { 201: Saved },
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/delete-article/:id',
    who: 'member',
    summary: 'Delete a submission (newsroom), or withdraw the current user’s while it is pending',
    params: SubmissionId,
    reply: { 200: Message },
  }),
  decide: defineCall({
    method: 'POST',
    path: '/api/admin/decision',
    who: 'reviewers',
    summary: 'Approve or reject a submission; the same decision again changes nothing',
    body: z.object({
      id: NumericId,
      email: z.string().max(254).describe('Must match the submission'),
      version: z
        .number()
        .int()
        .min(1)
        .max(2_147_483_647)
        .optional()
        .describe('The version that was reviewed: 409 if the author has submitted a newer one'),
      status: z
        .enum(statuses)
        .optional()
        .describe('The status that was seen: 409 if another reviewer has changed it since'),
      decision: z.enum(decisions),
      reasons: z.array(z.enum(rejectionReasons)).max(rejectionReasons.length).default([]),
      note: z
        .string()
        .trim()
        .max(maxLengths.note, 'submissions.noteTooLong')
        .default('')
        .describe('Message to the author'),
    }),
    reply: { 200: Message },
  }),
};

/** A transition of a submission. */
export const HistoryEntry = z.object({
  id: z.number(),
  at: Instant,
  action: z.string(),
  from: z.enum(states).nullable(),
  to: z.enum(states),
  reasons: z.array(z.enum(rejectionReasons)),
  note: z.string(),
  before: z
    .object({ title: z.string(), abstract: z.string() })
    .nullable()
    .describe('Title and abstract before this entry, if it has changed them'),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const MySubmission = SubmissionView.extend({
  history: z.array(HistoryEntry).describe('Oldest first'),
  queue_place: z.number().nullable().describe('1 is next; null unless it is queued for review'),
  certificate: z.string().nullable().describe('Signed path to append to the API host, valid for 15 minutes'),
});
export type MySubmission = z.infer<typeof MySubmission>;

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
    summary: 'The current user’s submissions, newest first (at most 50), with their history and place in the queue',
    reply: {
      200: z.object({
        submissions: z.array(MySubmission),
        median_days: z.number().nullable().describe('From receipt to decision, over the last 90 days'),
      }),
    },
  }),
  revise: defineCall({
    method: 'POST',
    path: '/api/submissions/:id/versions',
    who: 'member',
    summary: 'Answer a request for changes with a new essay file and, if needed, a new bonafide file',
    params: SubmissionId,
    form: z.object({
      essay_file: fileField('document').optional(),
      bonafide_file: fileField('document').optional(),
      note: z.string().max(maxLengths.note, 'submissions.noteTooLong').optional(),
    }),
    reply: { 201: Saved },
  }),
  describe: defineCall({
    method: 'PUT',
    path: '/api/submissions/:id/description',
    who: 'member',
    summary:
      'Change title and abstract: the author until publication, reviewers also afterwards, with a note for readers',
    params: SubmissionId,
    body: z.object({
      title: textField(maxLengths.title),
      abstract: textField(maxLengths.abstract),
      note: z
        .string()
        .trim()
        .max(maxLengths.note, 'submissions.noteTooLong')
        .optional()
        .describe('From a reviewer: after publication it is required and public, before it is for the author'),
      before: z
        .object({ title: z.string().max(maxLengths.title), abstract: z.string().max(maxLengths.abstract) })
        .optional()
        .describe('What was seen: 409 if somebody has changed it since'),
    }),
    reply: { 200: Saved },
  }),
  file: defineCall({
    method: 'GET',
    path: '/api/submissions/files/:file',
    who: 'anyone',
    summary: 'A file of a submission, for its author and the newsroom: by signed URL or bearer token',
    params: z.object({ file: fileName }),
    query: pass,
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
  filePage: defineCall({
    method: 'GET',
    path: '/api/submissions/files/:name/:image',
    who: 'anyone',
    summary: 'A page of a submission’s file as a picture, <page>-<width>.webp, with the same access',
    params: z.object({ name: publicName, image: pageImage }),
    query: pass,
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
  certificate: defineCall({
    method: 'GET',
    path: '/api/submissions/:id/certificate',
    who: 'anyone',
    summary: 'The certificate of publication as a PDF, for the author and the newsroom, with the same access',
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
