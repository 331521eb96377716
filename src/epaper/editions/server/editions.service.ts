import { createHash, randomBytes } from 'node:crypto';
import type { ReceivedFile } from '#src/calls/call.ts';
import { coverWidth, type EditionView, type ManagedEdition } from '#src/epaper/pages/editions.contract.ts';
import {
  isDay,
  isPeriod,
  type Period,
  parseFilename,
  safeFilename,
  titleMaxLength,
} from '#src/epaper/pages/editions.rules.ts';
import { editionPages } from '#src/epaper/pages/epaper.settings.ts';
import {
  createEdition,
  deleteEdition,
  deletePages,
  type Edition,
  findEdition,
  listAllEditions,
  lockEdition,
  lockFreeFilename,
  type NewEdition,
  updateEdition,
} from '#src/epaper/pages/server/editions.queries.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { requirePdf } from '#src/platform/documents/pdf-files.ts';
import { AppError, invalid, type Text } from '#src/platform/errors.ts';
import { adoptFiles, markOrphaned, removeOrphaned } from '#src/platform/files/orphaned-files.service.ts';
import { publicFileKeys } from '#src/platform/files/public-files.ts';
import type { Priority } from '#src/platform/workers/queue.ts';
import { editionFolder, pdfKey, syncCoverVisibility } from './edition-files.service.ts';
import { processEdition } from './editions.jobs.ts';

const manageLimit = 500;

export interface EditionInput {
  pdf?: ReceivedFile | undefined;
  category?: string | undefined;
  title?: string | undefined;
  issue_date?: string | undefined;
  place?: string | undefined;
  version?: string | undefined;
}

/** Publishes an uploaded PDF as an edition; a job makes its cover and pages. Throws with the reason for a bad file. */
export async function addEdition(ctx: Context, sent: EditionInput): Promise<EditionView> {
  if (!sent.pdf || !isPeriod(sent.category)) throw invalid(missing(sent));
  const edition = await publishEdition(
    ctx,
    sent.pdf,
    {
      ...checkedDetails(sent, sent.pdf.filename),
      period: sent.category as Period, // checked above
      uploadedBy: requireUser(ctx).userId,
    },
    { priority: 'editor' },
  );
  return editionView(edition);
}

type EditionDetails = Pick<NewEdition, 'title' | 'issueDate' | 'place' | 'period' | 'uploadedBy'>;

interface PublishOptions {
  priority: Priority;
  /** Runs in the same transaction. */
  also?(tx: Db, edition: Edition): Promise<void>;
}

/** Creates an edition of a PDF, uploaded or composed, and queues its processing. */
export async function publishEdition(
  ctx: Context,
  pdf: ReceivedFile,
  details: EditionDetails,
  { priority, also }: PublishOptions,
): Promise<Edition> {
  await using stored = await storePdf(ctx, pdf, priority);
  const edition = await ctx.db.transaction(async (tx) => {
    const filename = await lockFreeFilename(tx, safeFilename(pdf.filename));
    const created = await createEdition(tx, { ...stored.file, ...details, filename, createdAt: ctx.now() });
    await adoptFiles(tx, [editionFolder(created.store)]);
    await also?.(tx, created);
    await ctx.jobs.send(processEdition, { editionId: created.id, store: created.store }, { within: tx });
    const subject = `edition ${created.id}`;
    await recordAuditEvent(ctx, tx, { action: 'edition.added', subject, details: { filename } });
    return created;
  });
  stored.keep();
  ctx.log.info({ actor: details.uploadedBy, edition: edition.id, pages: edition.pages }, 'edition added');
  return edition;
}

/** Editions with the state of their processing, for the newsroom. */
export const getManagedEditions = async (ctx: Context): Promise<ManagedEdition[]> =>
  (await listAllEditions(ctx.db, manageLimit)).map(managed);

/** Updates the fields that were sent; a new file replaces the old one and is processed again. */
export async function changeEdition(ctx: Context, id: number, sent: EditionInput): Promise<ManagedEdition> {
  changedDetails(requireVersion(await getExisting(ctx.db, id), sent), sent); // before the file is parsed, which takes long
  if (!sent.pdf) return managed((await change(ctx, id, sent)).changed);
  await using stored = await storePdf(ctx, sent.pdf, 'editor');
  const { before, changed } = await change(ctx, id, sent, stored.file);
  stored.keep();
  await removeOrphaned(ctx, filesOf(before));
  return managed(changed);
}

const change = (ctx: Context, id: number, sent: EditionInput, file?: StoredPdf) =>
  ctx.db.transaction(async (tx) => {
    const before = requireVersion(await lockExisting(tx, id), sent);
    const details = changedDetails(before, sent);
    const work = { work: 'waiting', failure: null, cover: null } as const;
    const changed = await updateEdition(tx, id, { ...details, ...(file && { ...file, ...work }) });
    if (file) {
      await adoptFiles(tx, [editionFolder(file.store)]);
      await markOrphaned(ctx, tx, filesOf(before));
      await deletePages(tx, id); // the new file may have fewer pages, and corrections do not apply to it
      await ctx.jobs.send(processEdition, { editionId: id, store: file.store }, { within: tx });
    }
    await recordAuditEvent(ctx, tx, {
      action: file ? 'edition.replaced' : 'edition.changed',
      subject: `edition ${id}`,
    });
    return { before, changed };
  });

function requireVersion(edition: Edition, { version }: EditionInput): Edition {
  if (version !== undefined && version !== versionOf(edition))
    throw new AppError('conflict', 'epaper.changedMeanwhile', { extra: { current: managed(edition) } });
  return edition;
}

const versionOf = ({ period, title, issueDate, place, store }: Edition) =>
  createHash('sha256')
    .update(JSON.stringify([period, title, issueDate, place, store]))
    .digest('base64url')
    .slice(0, 22);

function changedDetails({ title, issueDate, place, filename }: Edition, sent: EditionInput) {
  if (sent.category !== undefined && !isPeriod(sent.category))
    throw invalid({ category: { key: 'epaper.selectBoth' } });
  const before = { title, issue_date: issueDate ?? '', place: place ?? '' };
  const details = checkedDetails({ ...before, ...defined(sent) }, filename);
  return { ...details, ...(isPeriod(sent.category) && { period: sent.category }) };
}

/** Deletes an edition; it can be restored for 30 days. */
export async function removeEdition(ctx: Context, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const edition = await lockExisting(tx, id);
    await deleteEdition(tx, id, ctx.now());
    await recordAuditEvent(ctx, tx, { action: 'edition.deleted', subject: `edition ${id}` });
    await syncCoverVisibility(ctx, tx, { ...edition, deletedAt: ctx.now() });
  });
}

/** Restores a deleted edition, under a numbered filename when its previous one is taken. */
export async function restoreDeletedEdition(ctx: Context, id: number): Promise<ManagedEdition> {
  return ctx.db.transaction(async (tx) => {
    const edition = await lockEdition(tx, id);
    if (!edition?.deletedAt) throw notFound();
    const filename = await lockFreeFilename(tx, edition.filename);
    const restored = await updateEdition(tx, id, { deletedAt: null, filename });
    await recordAuditEvent(ctx, tx, { action: 'edition.restored', subject: `edition ${id}`, details: { filename } });
    await syncCoverVisibility(ctx, tx, restored);
    return managed(restored);
  });
}

/** Queues the processing of pages and text again, and of the cover if there is none. */
export async function retryProcessing(ctx: Context, id: number): Promise<ManagedEdition> {
  return ctx.db.transaction(async (tx) => {
    await lockExisting(tx, id);
    const waiting = await updateEdition(tx, id, { work: 'waiting', failure: null });
    await ctx.jobs.send(processEdition, { editionId: id, store: waiting.store }, { within: tx });
    await recordAuditEvent(ctx, tx, { action: 'edition.prepared_again', subject: `edition ${id}` });
    return managed(waiting);
  });
}

const notFound = () => new AppError('not_found', 'epaper.notFound');
const existing = (edition: Edition | undefined): Edition => {
  if (!edition || edition.deletedAt) throw notFound();
  return edition;
};
const getExisting = async (db: Db, id: number) => existing(await findEdition(db, id));
const lockExisting = async (tx: Db, id: number) => existing(await lockEdition(tx, id));

function missing({ pdf, category }: EditionInput): Record<string, Text> {
  const both: Text = { key: 'epaper.selectBoth' };
  return { ...(!pdf && { pdf: both }), ...(!isPeriod(category) && { category: both }) };
}

const defined = (sent: EditionInput) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as EditionInput; // a subset

// Missing fields are guessed from the filename.
function checkedDetails({ title, issue_date: issueDate, place }: EditionInput, filename: string) {
  const guess = parseFilename(filename);
  if (issueDate && !isDay(issueDate)) throw invalid({ issue_date: { key: 'epaper.dayInvalid' } });
  return {
    title: (title?.trim() || guess.title).slice(0, titleMaxLength),
    issueDate: issueDate === undefined ? guess.issueDate : issueDate || null,
    place: place === undefined ? guess.place : place.trim().slice(0, 100) || null,
  };
}

type StoredPdf = Pick<NewEdition, 'store' | 'sizeBytes' | 'pages' | 'widthPt' | 'heightPt'>;

/** Validates and stores a PDF. Unless `keep` is called, it is removed at the end of the block, if no row has adopted it. */
async function storePdf(ctx: Context, pdf: ReceivedFile, priority: Priority) {
  const rules = { maxPages: ctx.settings.get(editionPages), field: 'pdf', priority };
  const { pages, widthPt, heightPt } = await requirePdf(ctx, pdf, rules);
  const store = randomBytes(16).toString('hex');
  const folder = editionFolder(store);
  await markOrphaned(ctx, ctx.db, [folder]);
  await ctx.files.add(pdfKey(store), pdf.path, 'application/pdf');
  let isKept = false;
  return {
    keep() {
      isKept = true;
    },
    file: { store, sizeBytes: pdf.sizeBytes, pages, widthPt, heightPt } satisfies StoredPdf,
    // A failure to remove it must not replace the error or the result of the block; a job removes it later.
    async [Symbol.asyncDispose]() {
      if (isKept) return;
      await removeOrphaned(ctx, [folder]).catch((err) => ctx.log.warn({ err, folder }, 'orphaned file not removed'));
    },
  };
}

const filesOf = ({ store, cover }: Edition): string[] => [
  editionFolder(store),
  ...(cover ? publicFileKeys(cover) : []),
];

export const editionView = (edition: Edition): EditionView => ({
  id: edition.id,
  category: edition.period,
  filename: edition.filename,
  thumbnail_url: edition.cover && `/static/uploads/${edition.cover}`,
  url: `/download/${encodeURIComponent(edition.filename)}`,
  title: edition.title,
  issue_date: edition.issueDate,
  place: edition.place,
  pages: edition.pages,
  size_bytes: edition.sizeBytes,
  cover_width: coverWidth,
  cover_height: Math.round((coverWidth * edition.heightPt) / edition.widthPt),
  created_at: edition.createdAt.toISOString(),
});

const managed = (edition: Edition): ManagedEdition => ({
  ...editionView(edition),
  version: versionOf(edition),
  // The cover of a deleted edition is not public.
  ...(edition.deletedAt && { thumbnail_url: null }),
  work: edition.work,
  failure: edition.failure,
  deleted_at: edition.deletedAt?.toISOString() ?? null,
});
