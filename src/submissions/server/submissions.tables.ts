import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
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
import { users } from '#src/accounts/server/accounts.tables.ts';
import { articleTypes, documentFormats } from '../form.rules.ts';
import { type RejectionReason, states } from '../submissions.rules.ts';

export const submissionState = pgEnum('submission_state', states);
export const articleType = pgEnum('article_type', articleTypes);
export const documentFormat = pgEnum('document_format', documentFormats);
export const fileKind = pgEnum('submission_file_kind', ['bonafide', 'essay']);

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const submissions = pgTable(
  'submissions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Name, e-mail and mobile number as the account had them; the name is the one that is published. */
    username: text('username').notNull(),
    email: text('email').notNull(),
    mobile: text('mobile').notNull(),
    articleType: articleType('article_type').notNull(),
    title: text('title').notNull(),
    abstract: text('abstract').notNull(),
    coAuthors: jsonb('co_authors').$type<string[]>().notNull().default([]),
    institution: text('institution').notNull(),
    keywords: jsonb('keywords').$type<string[]>().notNull().default([]),
    /** Of the author's pages, for mails to him. */
    language: text('language').notNull().default('en'),
    state: submissionState('state').notNull().default('pending'),
    /** Grows with each new version of the files. */
    version: integer('version').notNull().default(1),
    receivedAt: instant('received_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The newest decision. */
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
    /** Names the essay in open addresses while the work is approved; another one with each approval. */
    openName: text('open_name').unique('submissions_open_name_key'),
    /** Approved, and its essay is a PDF. */
    onResearch: boolean('on_research').notNull().default(false),
    /** When it first appeared on /research; it has a page, if only one that says it is gone, from then on. */
    publishedAt: instant('published_at'),
    /** When it last appeared there, changed, or was taken away: the datestamp for harvesters, in whole seconds. */
    exposedAt: timestamp('exposed_at', { withTimezone: true, precision: 0 }),
    /** On the certificate, and in the address where anyone can check it. */
    code: text('code').unique('submissions_code_key'),
    search: tsvector('search').generatedAlwaysAs(
      sql`to_tsvector('simple', title || ' ' || username || ' ' || abstract || ' ' || institution) || to_tsvector('simple', co_authors) || to_tsvector('simple', keywords)`,
    ),
  },
  (table) => {
    const kept = sql`${table.state} NOT IN ('withdrawn', 'deleted')`;
    return [
      index('submissions_received_idx').on(table.receivedAt, table.id).where(kept),
      index('submissions_updated_idx').on(table.updatedAt, table.id).where(kept),
      index('submissions_username_idx').on(sql`lower(${table.username})`, table.id).where(kept),
      index('submissions_queue_idx').on(table.receivedAt).where(sql`${table.state} IN ('pending', 'in_review')`),
      index('submissions_author_idx').on(table.authorId),
      index('submissions_approved_idx').on(table.receivedAt, table.id).where(sql`${table.state} = 'approved'`),
      index('submissions_research_idx').on(table.publishedAt, table.id).where(sql`${table.onResearch}`),
      index('submissions_harvest_idx').on(table.exposedAt, table.id).where(sql`${table.exposedAt} IS NOT NULL`),
      index('submissions_search_idx').using('gin', table.search),
      check('submissions_open_check', sql`(${table.state} = 'approved') = (${table.openName} IS NOT NULL)`),
      check('submissions_research_check', sql`NOT ${table.onResearch} OR ${table.state} = 'approved'`),
      check('submissions_exposed_check', sql`(${table.publishedAt} IS NULL) = (${table.exposedAt} IS NULL)`),
    ];
  },
);

/** Files as they were received: `submissions/<name>`, bonafide files sealed; pictures of pages `essays/<name>/…`. */
export const submissionFiles = pgTable(
  'submission_files',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Null for a moment while it is received; a file that stays so is swept away. */
    submissionId: integer('submission_id').references(() => submissions.id, { onDelete: 'cascade' }),
    kind: fileKind('kind').notNull(),
    /** Random; the only name that the storage knows. */
    name: text('name').notNull().unique('submission_files_name_key'),
    format: documentFormat('format').notNull(),
    /** As its sender called it. */
    filename: text('filename').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sealed: boolean('sealed').notNull(),
    /** Of the submission when it came. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    /** A newer one has taken its place. */
    replacedAt: instant('replaced_at'),
    /** The bytes are gone; what stays is who had checked the file, and when. */
    removedAt: instant('removed_at'),
    checkedAt: instant('checked_at'),
    checkedBy: text('checked_by'),
    /** Pages that can be shown as pictures; 0 until they are drawn. */
    pages: integer('pages').notNull().default(0),
    /** Its pages take too much to be drawn. */
    undrawable: boolean('undrawable').notNull().default(false),
  },
  (table) => [
    uniqueIndex('submission_files_current_key')
      .on(table.submissionId, table.kind)
      .where(sql`${table.replacedAt} IS NULL AND ${table.submissionId} IS NOT NULL`),
    index('submission_files_loose_idx').on(table.createdAt).where(sql`${table.submissionId} IS NULL`),
  ],
);

/** Pages of a published PDF: their text, and the shape of their pictures. */
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

/** Every step of every submission, with who made it and when. */
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
    /** Null for the beginning. */
    from: submissionState('from_state'),
    to: submissionState('to_state').notNull(),
    reasons: jsonb('reasons').$type<RejectionReason[]>().notNull().default([]),
    /** Words to the author, or from him with a new version. */
    note: text('note').notNull().default(''),
  },
  (table) => [
    index('submission_history_submission_idx').on(table.submissionId),
    // For the median of the days until the first decision.
    index('submission_history_decided_idx')
      .on(table.at)
      .where(sql`${table.to} IN ('approved', 'rejected') AND ${table.from} NOT IN ('approved', 'rejected')`),
  ],
);

/** What reviewers tell each other; the author never sees it. */
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
