import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#src/accounts/users/server/accounts.tables.ts';
import type { FileReferences } from '#src/platform/files/file-references.ts';
import { articleTypes, documentFormats } from '../form.rules.ts';
import { type RejectionReason, states } from '../submission-states.rules.ts';

export const submissionState = pgEnum('submission_state', states);
export const articleType = pgEnum('article_type', articleTypes);
export const documentFormat = pgEnum('document_format', documentFormats);
export const fileKind = pgEnum('submission_file_kind', ['bonafide', 'essay']);

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const submissions = pgTable(
  'submissions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Name, e-mail and mobile number of the account at submission; the name is published. */
    username: text('username').notNull(),
    email: text('email').notNull(),
    mobile: text('mobile').notNull(),
    articleType: articleType('article_type').notNull(),
    title: text('title').notNull(),
    abstract: text('abstract').notNull(),
    coAuthors: jsonb('co_authors').$type<string[]>().notNull().default([]),
    institution: text('institution').notNull(),
    keywords: jsonb('keywords').$type<string[]>().notNull().default([]),
    /** Language of the author's pages, used for mails to him. */
    language: text('language').notNull().default('en'),
    state: submissionState('state').notNull().default('pending'),
    /** Incremented with each new version of the files. */
    version: integer('version').notNull().default(1),
    receivedAt: instant('received_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Time of the latest decision. */
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
    /** Public id in the essay's URLs while the submission is approved; a new one for each approval. */
    publicId: text('public_id').unique('submissions_public_id_key'),
    /** Approved, and its essay is a PDF. */
    onResearch: boolean('on_research').notNull().default(false),
    /** First publication on /research; its page exists from then on and answers 410 after a withdrawal. */
    publishedAt: instant('published_at'),
    /** Last publication, change or withdrawal: the datestamp for harvesters, in whole seconds. */
    exposedAt: timestamp('exposed_at', { withTimezone: true, precision: 0 }),
    /** Verification code on the certificate and in the URL of the verification page. */
    code: text('code').unique('submissions_code_key'),
  },
  (table) => {
    const notRemoved = sql`${table.state} NOT IN ('withdrawn', 'deleted')`;
    return [
      index('submissions_received_idx').on(table.receivedAt, table.id).where(notRemoved),
      index('submissions_updated_idx').on(table.updatedAt, table.id).where(notRemoved),
      index('submissions_username_idx').on(sql`lower(${table.username})`, table.id).where(notRemoved),
      index('submissions_queue_idx').on(table.receivedAt).where(sql`${table.state} IN ('pending', 'in_review')`),
      index('submissions_author_idx').on(table.authorId),
      index('submissions_approved_idx').on(table.receivedAt, table.id).where(sql`${table.state} = 'approved'`),
      index('submissions_research_idx').on(table.publishedAt, table.id).where(sql`${table.onResearch}`),
      index('submissions_harvest_idx').on(table.exposedAt, table.id).where(sql`${table.exposedAt} IS NOT NULL`),
      check('submissions_public_id_check', sql`(${table.state} = 'approved') = (${table.publicId} IS NOT NULL)`),
      check('submissions_research_check', sql`NOT ${table.onResearch} OR ${table.state} = 'approved'`),
      check('submissions_exposed_check', sql`(${table.publishedAt} IS NULL) = (${table.exposedAt} IS NULL)`),
    ];
  },
);

/** Uploaded files: `submissions/<name>`, bonafide files encrypted; page pictures are in `essays/<name>/…`. */
export const submissionFiles = pgTable(
  'submission_files',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Null until the submission is created; a job deletes files for which it remains null. */
    submissionId: integer('submission_id').references(() => submissions.id, { onDelete: 'cascade' }),
    kind: fileKind('kind').notNull(),
    /** Random storage name. */
    name: text('name').notNull().unique('submission_files_name_key'),
    format: documentFormat('format').notNull(),
    /** Original file name of the upload. */
    filename: text('filename').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    encrypted: boolean('encrypted').notNull(),
    /** Version of the submission that this file belongs to. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    /** When a newer file replaced it. */
    replacedAt: instant('replaced_at'),
    /** When the content was deleted; the row still says who checked the file, and when. */
    removedAt: instant('removed_at'),
    checkedAt: instant('checked_at'),
    checkedBy: text('checked_by'),
    /** Number of rendered pages; 0 until they are rendered. */
    pages: integer('pages').notNull().default(0),
    /** Rendering exceeded the limits and is not retried. */
    undrawable: boolean('undrawable').notNull().default(false),
  },
  (table) => [
    uniqueIndex('submission_files_current_key')
      .on(table.submissionId, table.kind)
      .where(sql`${table.replacedAt} IS NULL AND ${table.submissionId} IS NOT NULL`),
    index('submission_files_loose_idx').on(table.createdAt).where(sql`${table.submissionId} IS NULL`),
  ],
);

/** Rendered pages of a PDF: text and size. */
export const submissionPages = pgTable(
  'submission_pages',
  {
    fileId: integer('file_id')
      .notNull()
      .references(() => submissionFiles.id, { onDelete: 'cascade' }),
    page: integer('page').notNull(),
    /** In points (1/72 inch). */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    text: text('text').notNull(),
  },
  (table) => [primaryKey({ name: 'submission_pages_pkey', columns: [table.fileId, table.page] })],
);

/** All transitions of all submissions, with actor and time. */
export const submissionHistory = pgTable(
  'submission_history',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    submissionId: integer('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** Null for the first transition. */
    from: submissionState('from_state'),
    to: submissionState('to_state').notNull(),
    reasons: jsonb('reasons').$type<RejectionReason[]>().notNull().default([]),
    /** Message to the author, or from him with a new version; readers see that of a correction. */
    note: text('note').notNull().default(''),
    /** Title and abstract before this entry, if it has changed them. */
    before: jsonb('before').$type<{ title: string; abstract: string }>(),
  },
  (table) => [
    index('submission_history_submission_idx').on(table.submissionId),
    // For the median days to the first decision.
    index('submission_history_decided_idx')
      .on(table.at)
      .where(sql`${table.to} IN ('approved', 'rejected') AND ${table.from} NOT IN ('approved', 'rejected')`),
  ],
);

/** Notes between reviewers; never shown to the author. */
export const submissionNotes = pgTable(
  'submission_notes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    submissionId: integer('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    writerId: integer('writer_id').references(() => users.id, { onDelete: 'set null' }),
    writer: text('writer').notNull(),
    text: text('text').notNull(),
  },
  (table) => [index('submission_notes_submission_idx').on(table.submissionId)],
);

/** Without the pictures of pages, which can be made of the document again. */
export const documentFiles: FileReferences = `
  SELECT 'submissions/' || name FROM submission_files WHERE submission_id IS NOT NULL AND removed_at IS NULL`;
