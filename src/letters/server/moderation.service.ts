// What editors do with letters: they publish and decline them, take them down, and pick some for the printed newspaper.
import { isLanguage, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { requireEditorOf } from '#src/news/stories/server/story-rights.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError, requireValid } from '#src/platform/errors.ts';
import { sendMail } from '#src/platform/mail/mail.ts';
import type { Letter } from '../letters.contract.ts';
import {
  checkTexts,
  type LetterList,
  type LetterTexts,
  letterPageSize,
  lettersMarkdown,
  mayMove,
  printMax,
  tidyTexts,
} from '../letters.rules.ts';
import {
  countWaiting,
  findLetter,
  type LetterChange,
  type LetterRow,
  listLetters,
  lockLetters,
  updateLetters,
} from './letters.queries.ts';
import { requireOnly } from './letters.service.ts';
import { getPickedLetters } from './printed-letters.service.ts';

/** A list of the newsroom, newest first. */
export async function getLetters(
  ctx: Context,
  { list, before }: { list: LetterList; before?: number | undefined },
): Promise<{ letters: Letter[]; more: boolean }> {
  const size = list === 'print' ? printMax : letterPageSize;
  const rows = await listLetters(ctx.db, list, size + 1, before);
  return { letters: rows.slice(0, size).map(letterView), more: rows.length > size };
}

export interface Decision {
  version: number;
  state: 'published' | 'declined';
  /** Missing ones stay as they are. */
  texts: { [field in keyof LetterTexts]?: string | undefined };
  reason: string;
}

/**
 * Publishes a letter, changes the texts of a published one, declines it or takes it down, and writes to its writer.
 * Throws `not_found`, `forbidden`, `invalid`, and `conflict` with `current` if it has changed since `version`.
 */
export async function decideLetter(ctx: Context, id: number, decision: Decision): Promise<Letter> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockLetter(ctx, tx, id);
    const { letter } = row;
    if (letter.version !== decision.version || !mayMove(letter.state, decision.state)) throw changedMeanwhile(row);
    const change = decision.state === 'published' ? publication(ctx, row, decision) : refusal(decision);
    if (decision.state === 'published' && letter.email !== null)
      await requireOnly(tx, { id, storyId: letter.storyId, email: letter.email });
    const isDecided = letter.state !== decision.state;
    const { userId } = requireUser(ctx);
    await updateLetters(tx, [id], { ...change, ...(isDecided && { decidedAt: ctx.now(), decidedBy: userId }) });
    const action = isDecided ? actions[`${letter.state} ${decision.state}`] : 'letter.changed';
    const details = { story: letter.storyId, changed: change.sent != null };
    await recordAuditEvent(ctx, tx, { action: action ?? 'letter.published', subject: `letter ${id}`, details });
    if (isDecided) await writeToWriter(ctx, tx, row, decision);
  });
  return required(ctx, id);
}

const actions: Record<string, string> = {
  'waiting published': 'letter.published',
  'declined published': 'letter.published',
  'waiting declined': 'letter.declined',
  'published declined': 'letter.taken_down',
};

function publication(ctx: Context, { letter }: LetterRow, { texts, state }: Decision): LetterChange {
  const before: LetterTexts = { name: letter.name, place: letter.place, text: letter.text };
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  const after = tidyTexts({ ...before, ...given });
  const isSame = after.name === before.name && after.place === before.place && after.text === before.text;
  // A letter whose writer has deleted his account has no name.
  if (!isSame) requireValid(checkTexts(after));
  return {
    ...after,
    state,
    reason: '',
    publishedAt: letter.publishedAt ?? ctx.now(),
    ...(!isSame && { sent: letter.sent ?? before }),
  };
}

const refusal = ({ state, reason }: Decision): LetterChange => ({
  state,
  reason,
  publishedAt: null,
  pickedAt: null,
});

/** The mail about a decision, in the language in which the letter was written. */
async function writeToWriter(ctx: Context, tx: Db, { letter, story }: LetterRow, { state, reason }: Decision) {
  if (letter.email === null || !isLanguage(letter.language)) return;
  const text = translator(letter.language);
  const values = { name: letter.name, title: story.title };
  const link = `${ctx.config.siteUrl}${pathIn(letter.language, `/news/${story.id}`)}`;
  const note = reason && text('mails.letterReason', { reason });
  const mail = {
    published: () => ({
      subject: text('mails.letterPublishedSubject'),
      body: text('mails.letterPublished', { ...values, link }),
    }),
    declined: () => ({
      subject: text('mails.letterDeclinedSubject'),
      body: [text('mails.letterDeclined', values), note].filter(Boolean).join('\n\n'),
    }),
    takenDown: () => ({
      subject: text('mails.letterTakenDownSubject'),
      body: [text('mails.letterTakenDown', values), note].filter(Boolean).join('\n\n'),
    }),
  }[state === 'declined' && letter.state === 'published' ? 'takenDown' : state]();
  await sendMail(ctx, tx, { to: letter.email, ...mail });
}

/** Picks a published letter for print, or takes it out. Throws `not_found`, `forbidden`, and `conflict`. */
export async function pickLetter(ctx: Context, id: number, picked: boolean): Promise<Letter> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockLetter(ctx, tx, id);
    if (row.letter.state !== 'published') throw changedMeanwhile(row);
    await updateLetters(tx, [id], { pickedAt: picked ? ctx.now() : null });
    await recordAuditEvent(ctx, tx, { action: picked ? 'letter.picked' : 'letter.unpicked', subject: `letter ${id}` });
  });
  return required(ctx, id);
}

/** Marks the picked ones among these letters as printed. Throws `forbidden`. */
export async function markPrinted(ctx: Context, ids: number[]): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const rows = (await lockLetters(tx, ids)).filter(({ letter }) => letter.pickedAt !== null);
    if (rows.length === 0) return 0;
    await requireEditorOf(
      { ...ctx, db: tx },
      rows.map(({ story }) => story.categoryId),
    );
    const picked = rows.map(({ letter }) => letter.id);
    await updateLetters(tx, picked, { pickedAt: null, printedAt: ctx.now() });
    const details = { letters: picked };
    await recordAuditEvent(ctx, tx, { action: 'letters.printed', subject: 'letters', details });
    return picked.length;
  });
}

/** The picked letters as Markdown, by story, for the printed newspaper. */
export const getPickedMarkdown = async (ctx: Context): Promise<string> => lettersMarkdown(await getPickedLetters(ctx));

/** How many letters nobody has decided on. */
export const countWaitingLetters = ({ db }: Context): Promise<number> => countWaiting(db);

// Locks a letter that the actor may decide on: an editor of sections only those about stories of his sections.
async function lockLetter(ctx: Context, tx: Db, id: number): Promise<LetterRow> {
  const [row] = await lockLetters(tx, [id]);
  if (!row || row.letter.state === 'unconfirmed') throw notFound();
  await requireEditorOf({ ...ctx, db: tx }, [row.story.categoryId]);
  return row;
}

const notFound = () => new AppError('not_found', 'moderation.notFound');

function changedMeanwhile(row: LetterRow) {
  const { state } = row.letter;
  const isDecided = (state === 'published' || state === 'declined') && row.decidedBy !== null;
  const key = isDecided ? (`moderation.meanwhile_${state}` as const) : 'moderation.changedMeanwhile';
  const params = { name: row.decidedBy ?? '' };
  return new AppError('conflict', { key, params }, { extra: { current: letterView(row) } });
}

async function required(ctx: Context, id: number): Promise<Letter> {
  const row = await findLetter(ctx.db, id);
  if (!row) throw notFound(); // deleted with its story or account in the meantime
  return letterView(row);
}

function letterView({ letter, story, decidedBy }: LetterRow): Letter {
  const { id, version, state, name, place, text, email, language, reason } = letter;
  return {
    ...{ id, version, state, name, place, text, email, language, reason },
    sent: letter.sent ?? { name, place, text },
    story: { id: story.id, title: story.title },
    member: letter.userId !== null,
    received_at: letter.createdAt.toISOString(),
    decided_at: letter.decidedAt?.toISOString() ?? null,
    decided_by: decidedBy,
    picked: letter.pickedAt !== null,
    printed_at: letter.printedAt?.toISOString() ?? null,
  };
}
