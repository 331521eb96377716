import { randomBytes } from 'node:crypto';
import type { ReceivedFile } from '#src/calls/call.ts';
import { recordAct } from '#src/platform/audit.ts';
import { type Context, signedIn } from '#src/platform/context.ts';
import { brokenConstraint, type Db } from '#src/platform/db.ts';
import { AppError, invalid, type Text } from '#src/platform/errors.ts';
import { requirePdf } from '#src/platform/pdf-files.ts';
import { removeFile } from '#src/platform/public-files.ts';
import type { Priority } from '#src/platform/workers/queue.ts';
import { coverWidth, type ManagedReport, type Report } from '../editions.contract.ts';
import {
  guessFromFilename,
  isDay,
  numberedFilename,
  type Period,
  periods,
  safeFilename,
  titleMaxLength,
} from '../editions.rules.ts';
import { editionPages } from '../epaper.settings.ts';
import { settleCover } from './edition-files.ts';
import { prepareEdition } from './editions.jobs.ts';
import {
  createEdition,
  deleteEdition,
  deletePages,
  type Edition,
  findEdition,
  listAllEditions,
  lockEdition,
  type NewEdition,
  restoreEdition,
  updateEdition,
} from './editions.queries.ts';

const manageLimit = 500;

export interface SentEdition {
  pdf?: ReceivedFile | undefined;
  category?: string | undefined;
  title?: string | undefined;
  issue_date?: string | undefined;
  place?: string | undefined;
}

/** Puts a PDF on the rack. It is there at once; its cover and pages come from a job. Throws with the reason what cannot be taken. */
export async function addEdition(ctx: Context, sent: SentEdition): Promise<Report> {
  if (!sent.pdf || !isPeriod(sent.category)) throw invalid(missing(sent));
  const edition = await putOnRack(
    ctx,
    sent.pdf,
    {
      ...checkedDetails(sent, sent.pdf.filename),
      period: sent.category as Period, // checked above
      uploadedBy: signedIn(ctx).userId,
    },
    { priority: 'editor' },
  );
  return report(edition);
}

type RackDetails = Pick<NewEdition, 'title' | 'issueDate' | 'place' | 'period' | 'uploadedBy'>;

interface RackOptions {
  priority: Priority;
  /** Done in the same transaction. */
  also?(tx: Db, edition: Edition): Promise<void>;
}

/** Creates an edition of a PDF, uploaded or composed, and queues its processing. */
export async function putOnRack(
  ctx: Context,
  pdf: ReceivedFile,
  details: RackDetails,
  { priority, also }: RackOptions,
): Promise<Edition> {
  const edition = await withStored(ctx, pdf, priority, (file) =>
    withFreeName(ctx, safeFilename(pdf.filename), (filename) =>
      ctx.db.transaction(async (tx) => {
        const created = await createEdition(tx, { ...file, ...details, filename, createdAt: ctx.now() });
        await also?.(tx, created);
        await ctx.jobs.send(prepareEdition, { editionId: created.id, store: created.store }, { within: tx });
        await recordAct(ctx, tx, { action: 'edition.added', subject: `edition ${created.id}`, details: { filename } });
        return created;
      }),
    ),
  );
  ctx.log.info({ actor: details.uploadedBy, edition: edition.id, pages: edition.pages }, 'edition added');
  return edition;
}

/** Editions with the state of their work, for the newsroom. */
export const getManaged = async (ctx: Context): Promise<ManagedReport[]> =>
  (await listAllEditions(ctx.db, manageLimit)).map(managed);

/** Changes what was sent of an edition; another file takes the place of the old one, whose pages are made anew. */
export async function changeEdition(ctx: Context, id: number, sent: SentEdition): Promise<ManagedReport> {
  changedDetails(await getKept(ctx.db, id), sent); // before the file is looked into, which takes long
  if (!sent.pdf) return managed((await change(ctx, id, sent)).changed);
  const { before, changed } = await withStored(ctx, sent.pdf, 'editor', (file) => change(ctx, id, sent, file));
  await ctx.files.removeAll(`editions/${before.store}/`);
  if (before.cover) await removeFile(ctx.files, before.cover);
  return managed(changed);
}

const change = (ctx: Context, id: number, sent: SentEdition, file?: StoredPdf) =>
  ctx.db.transaction(async (tx) => {
    const before = await lockKept(tx, id);
    const details = changedDetails(before, sent);
    const work = { work: 'waiting', failure: null, cover: null } as const;
    const changed = await updateEdition(tx, id, { ...details, ...(file && { ...file, ...work }) });
    if (file) {
      await deletePages(tx, id); // the new file may have fewer, and no correction was made to it
      await ctx.jobs.send(prepareEdition, { editionId: id, store: file.store }, { within: tx });
    }
    await recordAct(ctx, tx, { action: file ? 'edition.replaced' : 'edition.changed', subject: `edition ${id}` });
    return { before, changed };
  });

function changedDetails({ title, issueDate, place, filename }: Edition, sent: SentEdition) {
  if (sent.category !== undefined && !isPeriod(sent.category))
    throw invalid({ category: { key: 'epaper.selectBoth' } });
  const before = { title, issue_date: issueDate ?? '', place: place ?? '' };
  const details = checkedDetails({ ...before, ...defined(sent) }, filename);
  return { ...details, ...(isPeriod(sent.category) && { period: sent.category }) };
}

/** Takes an edition off the rack, for 30 days to come back. */
export async function removeEdition(ctx: Context, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const edition = await lockKept(tx, id);
    await deleteEdition(tx, id, ctx.now());
    await recordAct(ctx, tx, { action: 'edition.deleted', subject: `edition ${id}` });
    await settleCover(ctx, tx, { ...edition, deletedAt: ctx.now() });
  });
}

/** Puts a deleted edition back, under a numbered name when its own is taken meanwhile. */
export async function bringBack(ctx: Context, id: number): Promise<ManagedReport> {
  const edition = await findEdition(ctx.db, id);
  if (!edition?.deletedAt) throw notFound();
  const restored = await withFreeName(ctx, edition.filename, (filename) =>
    ctx.db.transaction(async (tx) => {
      const put = await restoreEdition(tx, id, filename);
      if (!put) throw notFound(); // somebody else was first
      await recordAct(ctx, tx, { action: 'edition.restored', subject: `edition ${id}`, details: { filename } });
      await settleCover(ctx, tx, put);
      return put;
    }),
  );
  return managed(restored);
}

/** Sends the job for cover, pages and text again. */
export async function prepareAgain(ctx: Context, id: number): Promise<ManagedReport> {
  return ctx.db.transaction(async (tx) => {
    await lockKept(tx, id);
    const waiting = await updateEdition(tx, id, { work: 'waiting', failure: null });
    await ctx.jobs.send(prepareEdition, { editionId: id, store: waiting.store }, { within: tx });
    await recordAct(ctx, tx, { action: 'edition.prepared_again', subject: `edition ${id}` });
    return managed(waiting);
  });
}

const notFound = () => new AppError('not_found', 'epaper.notFound');
const kept = (edition: Edition | undefined): Edition => {
  if (!edition || edition.deletedAt) throw notFound();
  return edition;
};
const getKept = async (db: Db, id: number) => kept(await findEdition(db, id));
const lockKept = async (tx: Db, id: number) => kept(await lockEdition(tx, id));

const isPeriod = (text: string | undefined): text is Period => periods.some((period) => period === text);

function missing({ pdf, category }: SentEdition): Record<string, Text> {
  const both: Text = { key: 'epaper.selectBoth' };
  return { ...(!pdf && { pdf: both }), ...(!isPeriod(category) && { category: both }) };
}

const defined = (sent: SentEdition) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as SentEdition; // the same members, fewer

// What is not given is guessed from the file's name.
function checkedDetails({ title, issue_date: issueDate, place }: SentEdition, filename: string) {
  const guess = guessFromFilename(filename);
  if (issueDate && !isDay(issueDate)) throw invalid({ issue_date: { key: 'epaper.dayInvalid' } });
  return {
    title: (title?.trim() || guess.title).slice(0, titleMaxLength),
    issueDate: issueDate === undefined ? guess.issueDate : issueDate || null,
    place: place === undefined ? guess.place : place.trim().slice(0, 100) || null,
  };
}

type StoredPdf = Pick<NewEdition, 'store' | 'sizeBytes' | 'pages' | 'widthPt' | 'heightPt'>;

// Stores a PDF that can be taken; when no row comes to hold it, it is removed again.
async function withStored<T>(
  ctx: Context,
  pdf: ReceivedFile,
  priority: Priority,
  run: (file: StoredPdf) => Promise<T>,
): Promise<T> {
  const rules = { maxPages: ctx.settings.get(editionPages), field: 'pdf', priority };
  const { pages, widthPt, heightPt } = await requirePdf(ctx, pdf, rules);
  const store = randomBytes(12).toString('hex');
  await ctx.files.add(`editions/${store}/edition.pdf`, pdf.path, 'application/pdf');
  return run({ store, sizeBytes: pdf.sizeBytes, pages, widthPt, heightPt }).catch(async (error) => {
    await ctx.files.removeAll(`editions/${store}/`);
    throw error;
  });
}

// The next free number, also when others take the same name at this moment.
async function withFreeName<T>(ctx: Context, filename: string, run: (filename: string) => Promise<T>): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await run(numberedFilename(filename, number));
    } catch (error) {
      if (brokenConstraint(error) !== 'editions_filename_key' || number >= 1000) throw error;
      ctx.log.debug({ filename, number }, 'name taken');
    }
  }
}

export const report = (edition: Edition): Report => ({
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

const managed = (edition: Edition): ManagedReport => ({
  ...report(edition),
  // Withheld with its edition.
  ...(edition.deletedAt && { thumbnail_url: null }),
  work: edition.work,
  failure: edition.failure,
  deleted_at: edition.deletedAt?.toISOString() ?? null,
});
