import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, ne } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { type FileRow, isCurrent } from './submissions.queries.ts';
import { submissionFiles, submissionPages, submissions } from './submissions.tables.ts';

export type NewFile = typeof submissionFiles.$inferInsert;

export async function createFile(db: Db, file: NewFile): Promise<number> {
  const [created] = await db.insert(submissionFiles).values(file).returning({ id: submissionFiles.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
}

/** Attaches uploaded files to a submission; the files that they replace remain as earlier versions. */
export async function attachFiles(tx: Db, submissionId: number, version: number, ids: number[], now: Date) {
  const kinds = tx.select({ kind: submissionFiles.kind }).from(submissionFiles).where(inArray(submissionFiles.id, ids));
  await tx
    .update(submissionFiles)
    .set({ replacedAt: now })
    .where(
      and(
        eq(submissionFiles.submissionId, submissionId),
        isNull(submissionFiles.replacedAt),
        inArray(submissionFiles.kind, kinds),
      ),
    );
  await tx.update(submissionFiles).set({ submissionId, version }).where(inArray(submissionFiles.id, ids));
}

/** A file by its storage name, with its submission and author. */
export async function findFile(db: Db, name: string) {
  const [found] = await db
    .select({
      file: submissionFiles,
      submissionId: submissions.id,
      authorId: submissions.authorId,
      state: submissions.state,
    })
    .from(submissionFiles)
    .innerJoin(submissions, eq(submissions.id, submissionFiles.submissionId))
    .where(eq(submissionFiles.name, name));
  return found;
}

/** All files of a submission including replaced ones, newest first. */
export const listFiles = (db: Db, submissionId: number): Promise<FileRow[]> =>
  db
    .select()
    .from(submissionFiles)
    .where(eq(submissionFiles.submissionId, submissionId))
    .orderBy(desc(submissionFiles.id));

/** Stored files that are encrypted, with those of deleted rows left out. */
export const listEncryptedFiles = (db: Db): Promise<FileRow[]> =>
  db
    .select()
    .from(submissionFiles)
    .where(and(eq(submissionFiles.encrypted, true), isNull(submissionFiles.removedAt)))
    .orderBy(submissionFiles.id);

/** Gives a file another name in the storage, unless it has been removed. */
export const renameFile = async (tx: Db, id: number, name: string): Promise<boolean> => {
  const isStored = and(eq(submissionFiles.id, id), isNull(submissionFiles.removedAt));
  return (await tx.update(submissionFiles).set({ name }).where(isStored)).rowCount === 1;
};

/** The current file of a kind. */
export const findCurrentFile = async (
  db: Db,
  submissionId: number,
  kind: FileRow['kind'],
): Promise<FileRow | undefined> =>
  (
    await db
      .select()
      .from(submissionFiles)
      .where(and(eq(submissionFiles.submissionId, submissionId), isCurrent(submissionFiles, kind)))
  )[0];

export const findEssay = (db: Db, submissionId: number): Promise<FileRow | undefined> =>
  findCurrentFile(db, submissionId, 'essay');

/** The essay file of an approved submission by its public id. */
export async function findPublicEssay(db: Db, publicId: string): Promise<FileRow | undefined> {
  const [found] = await db
    .select({ file: submissionFiles })
    .from(submissionFiles)
    .innerJoin(submissions, eq(submissions.id, submissionFiles.submissionId))
    .where(and(eq(submissions.publicId, publicId), isCurrent(submissionFiles, 'essay')));
  return found?.file;
}

/** Files uploaded before `before` that were never attached to a submission, because their form failed. */
export const listOrphanedFiles = (db: Db, before: Date, limit: number): Promise<FileRow[]> =>
  db
    .select()
    .from(submissionFiles)
    .where(and(isNull(submissionFiles.submissionId), lt(submissionFiles.createdAt, before)))
    .limit(limit);

/** Bonafide files of submissions that were decided before an instant, with who decided and when. */
export const listServedBonafides = (db: Db, decidedBefore: Date, limit: number) =>
  db
    .select({ id: submissionFiles.id, checkedAt: submissions.decidedAt, checkedBy: submissions.decidedBy })
    .from(submissionFiles)
    .innerJoin(submissions, eq(submissions.id, submissionFiles.submissionId))
    .where(
      and(
        eq(submissionFiles.kind, 'bonafide'),
        isNull(submissionFiles.removedAt),
        inArray(submissions.state, ['approved', 'rejected']),
        lt(submissions.decidedAt, decidedBefore),
      ),
    )
    .limit(limit);

/** Marks files as removed and records who had checked them, if anyone. Returns their storage names. */
export async function markRemoved(
  db: Db,
  ids: number[],
  now: Date,
  checked: { checkedAt: Date | null; checkedBy: string | null } = { checkedAt: null, checkedBy: null },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const marked = await db
    .update(submissionFiles)
    .set({ removedAt: now, filename: '', ...checked })
    .where(and(inArray(submissionFiles.id, ids), isNull(submissionFiles.removedAt)))
    .returning({ name: submissionFiles.name });
  return marked.map(({ name }) => name);
}

export async function deleteFiles(db: Db, ids: number[]): Promise<void> {
  if (ids.length) await db.delete(submissionFiles).where(inArray(submissionFiles.id, ids));
}

export const findFileById = async (db: Db, id: number): Promise<FileRow | undefined> =>
  (await db.select().from(submissionFiles).where(eq(submissionFiles.id, id)))[0];

export type PageRow = typeof submissionPages.$inferSelect;

/** Replaces the stored pages of a file; false if the file has been deleted. */
export async function savePages(tx: Db, fileId: number, pages: PageRow[]): Promise<boolean> {
  // The search index takes an essay again with its pages: a withdrawal under way must end first.
  const submissionOf = tx
    .select({ id: submissionFiles.submissionId })
    .from(submissionFiles)
    .where(eq(submissionFiles.id, fileId));
  await tx.select({ id: submissions.id }).from(submissions).where(inArray(submissions.id, submissionOf)).for('share');
  const { rowCount } = await tx
    .update(submissionFiles)
    .set({ pages: pages.length, undrawable: false })
    .where(and(eq(submissionFiles.id, fileId), isNull(submissionFiles.removedAt)));
  if (rowCount !== 1) return false;
  await tx.delete(submissionPages).where(eq(submissionPages.fileId, fileId));
  if (pages.length) await tx.insert(submissionPages).values(pages);
  return true;
}

export async function markUnrenderable(db: Db, id: number): Promise<void> {
  await db.update(submissionFiles).set({ undrawable: true }).where(eq(submissionFiles.id, id));
}

/** PDFs older than `before` without rendered pages; not of submissions that await a guardian's consent. */
export const listUnrendered = (db: Db, before: Date, limit: number): Promise<FileRow[]> =>
  db
    .select(getTableColumns(submissionFiles))
    .from(submissionFiles)
    .innerJoin(submissions, eq(submissions.id, submissionFiles.submissionId))
    .where(
      and(
        eq(submissionFiles.format, 'pdf'),
        eq(submissionFiles.pages, 0),
        eq(submissionFiles.undrawable, false),
        ne(submissions.state, 'awaiting_consent'),
        isNull(submissionFiles.replacedAt),
        isNull(submissionFiles.removedAt),
        lt(submissionFiles.createdAt, before),
      ),
    )
    .limit(limit);

/** The first pages of a file. */
export const listPages = (db: Db, fileId: number, limit: number): Promise<PageRow[]> =>
  db
    .select()
    .from(submissionPages)
    .where(eq(submissionPages.fileId, fileId))
    .orderBy(asc(submissionPages.page))
    .limit(limit);
