import type { Card } from '#src/news/cards/cards.contract.ts';
import { findBySlug } from '#src/news/categories/categories.rules.ts';
import { getCategories } from '#src/news/categories/server/categories.service.ts';
import { findTopicSlug, getCards, getSubjectNames } from '#src/news/published/server/digest.service.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import type { Content, Definition, Issue, IssueLine, Newsletter } from '../issues.contract.ts';
import { type EditableState, isEditable, nextDue, storiesMost } from '../newsletters.rules.ts';
import { chooseStories, inLanguageOf, previewPath, requireIssue } from './content.service.ts';
import {
  type CopyCounts,
  countCopies,
  countSubscribers,
  createCopies,
  createIssue,
  createNewsletter,
  findIssueOfDay,
  findNewsletter,
  type IssueRow,
  listIssueVersions,
  listNewestIssues,
  listNewsletters,
  lockIssue,
  type NewsletterRow,
  saveIssue,
  setIssueState,
  updateNewsletter,
} from './issues.queries.ts';

const newestShown = 10;
const subject = (id: number) => ({ subject: `newsletter ${id}` });
const issueSubject = (id: number) => ({ subject: `newsletter issue ${id}` });

/** All newsletters, with their newest issues. */
export async function getNewsletters(ctx: Context): Promise<Newsletter[]> {
  const [rows, issues, subscribers] = await Promise.all([
    listNewsletters(ctx.db),
    listNewestIssues(ctx.db, newestShown),
    countSubscribers(ctx.db),
  ]);
  const [counts, about] = await Promise.all([
    countCopies(
      ctx.db,
      issues.map(({ id }) => id),
    ),
    getSubjectNames(ctx, rows),
  ]);
  return rows.map((row, place) => ({
    ...(row as NewsletterRow & Pick<Newsletter, 'language'>), // the contract accepts only languages of the site
    about: about[place] ?? '',
    subscribers: subscribers.get(row.id) ?? 0,
    next_at: row.active ? nextDue(row, ctx.now()).due.toISOString() : null,
    issues: issues
      .filter(({ newsletterId }) => newsletterId === row.id)
      .map((issue) => line(issue, counts.get(issue.id))),
  }));
}

const line = (
  { id, day, dueAt, state, subject, copies, delivered, failed }: IssueRow,
  counts: CopyCounts = { copies: 0, sent: 0, refused: 0 },
): IssueLine => ({
  ...{ id, day, due_at: dueAt.toISOString(), state, subject },
  ...(copies === null ? counts : { copies, sent: delivered ?? 0, refused: failed ?? 0 }),
});

/** The definition with the slug of its topic. Throws `invalid` if there is no such category or topic, or for both. */
async function checked(ctx: Context, definition: Definition): Promise<Definition> {
  const { section, topic: typed } = definition;
  if (section && typed) throw invalid({ topic: { key: 'newsletters.sectionOrTopic' } });
  if (section && !findBySlug(await getCategories(ctx), section))
    throw invalid({ section: { key: 'news.categoryNotFound' } });
  const topic = typed && (await findTopicSlug(ctx, typed));
  if (topic === undefined) throw invalid({ topic: { key: 'topics.notFound' } });
  return { ...definition, topic };
}

/** Creates a newsletter. Returns its id. Throws `invalid`. */
export async function addNewsletter(ctx: Context, typed: Definition): Promise<number> {
  const definition = await checked(ctx, typed);
  return ctx.db.transaction(async (tx) => {
    const id = await createNewsletter(tx, definition);
    await recordAuditEvent(ctx, tx, { action: 'newsletter.created', ...subject(id), details: definition });
    return id;
  });
}

/** Changes a newsletter; issues that have been composed remain as they are. Throws `not_found` and `invalid`. */
export async function changeNewsletter(ctx: Context, id: number, typed: Definition): Promise<void> {
  const definition = await checked(ctx, typed);
  await ctx.db.transaction(async (tx) => {
    if (!(await updateNewsletter(tx, id, definition))) throw notFound();
    await recordAuditEvent(ctx, tx, { action: 'newsletter.changed', ...subject(id), details: definition });
  });
}

const notFound = () => new AppError('not_found', 'newsletters.notFound');

/** Composes the issue of a day, if the newsletter has none yet and there are new stories. */
export async function composeIssue(
  ctx: Context,
  newsletter: NewsletterRow,
  { day, due }: { day: string; due: Date },
): Promise<void> {
  if (await findIssueOfDay(ctx.db, newsletter.id, day)) return;
  const stories = await chooseStories(ctx, newsletter, due);
  const [lead] = stories;
  if (!lead) return;
  const storyIds = stories.map(({ id }) => id);
  const issue = { newsletterId: newsletter.id, day, dueAt: due, subject: lead.title, storyIds };
  const id = await ctx.db.transaction((tx) => createIssue(tx, issue, ctx.now()));
  if (id) ctx.log.info({ issue: id, stories: storyIds.length }, 'newsletter composed');
}

/** Composes the next issue now. Returns its id. Throws `not_found`, and `conflict` if there is nothing new. */
export async function composeNext(ctx: Context, newsletterId: number): Promise<number> {
  const newsletter = await findNewsletter(ctx.db, newsletterId);
  if (!newsletter) throw notFound();
  const next = nextDue(newsletter, ctx.now());
  await composeIssue(ctx, newsletter, next);
  const issue = await findIssueOfDay(ctx.db, newsletterId, next.day);
  if (!issue) throw new AppError('conflict', 'newsletters.nothingNew');
  return issue.id;
}

const titleOf = ({ id, title }: Card) => ({ id, title });

/** An issue as editors see it. Throws `not_found`. */
export async function getIssue(ctx: Context, id: number): Promise<Issue> {
  const { issue, newsletter } = await requireIssue(ctx.db, id);
  const [counts, versions, stories, further] = await Promise.all([
    countCopies(ctx.db, [id]),
    listIssueVersions(ctx.db, id),
    getCards(inLanguageOf(ctx, newsletter), issue.storyIds),
    chooseStories(ctx, newsletter, issue.dueAt, 3 * storiesMost),
  ]);
  return {
    ...line(issue, counts.get(id)),
    newsletter: { id: newsletter.id, name: newsletter.name, language: newsletter.language },
    version: issue.version,
    intro: issue.intro,
    preview: previewPath(ctx, id),
    stories: stories.map(titleOf),
    choice: further.filter((card) => !issue.storyIds.includes(card.id)).map(titleOf),
    versions: versions.map(({ version, subject, intro, storyIds, savedBy, savedAt }) => ({
      version,
      subject,
      intro,
      stories: storyIds,
      saved_by: savedBy,
      saved_at: savedAt.toISOString(),
    })),
  };
}

/** Locks an issue of this version. Throws `not_found`, and `conflict` if a user has saved another version. */
async function lockVersion(tx: Db, id: number, version: number): Promise<IssueRow> {
  const issue = await lockIssue(tx, id);
  if (!issue) throw notFound();
  if (issue.version !== version) throw new AppError('conflict', 'newsletters.savedMeanwhile');
  if (!isEditable(issue.state)) throw new AppError('conflict', 'newsletters.alreadySent');
  return issue;
}

/** Saves a version of an issue. Throws `not_found`, `invalid`, and `conflict` if another was saved or it has been sent. */
export async function saveVersion(
  ctx: Context,
  id: number,
  { version, ...content }: Content & { version: number; state: EditableState },
): Promise<void> {
  const by = { savedBy: requireUser(ctx).name, savedAt: ctx.now() };
  await ctx.db.transaction(async (tx) => {
    const issue = await lockVersion(tx, id, version);
    await saveIssue(tx, issue, content, by);
    const details = { version: version + 1, state: content.state };
    await recordAuditEvent(ctx, tx, { action: 'newsletter.saved', ...issueSubject(id), details });
  });
}

/** Begins to send a locked issue: one copy for each confirmed reader. */
async function begin(ctx: Context, tx: Db, issue: IssueRow, send: (tx: Db) => Promise<void>): Promise<void> {
  const readers = await createCopies(tx, issue, ctx.now());
  await setIssueState(tx, issue.id, readers ? { state: 'sending' } : { state: 'sent', sentAt: ctx.now() });
  if (readers) await send(tx);
  await recordAuditEvent(ctx, tx, { action: 'newsletter.sent', ...issueSubject(issue.id), details: { readers } });
}

/** Sends this version of an issue now. Throws `not_found`, and `conflict` if another was saved or it has been sent. */
export const sendNow = (ctx: Context, id: number, version: number, send: (tx: Db) => Promise<void>): Promise<void> =>
  ctx.db.transaction(async (tx) => begin(ctx, tx, await lockVersion(tx, id, version), send));

/** Sends a draft that is due, unless an editor has held it meanwhile. */
export const sendDue = (ctx: Context, id: number, send: (tx: Db) => Promise<void>): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const issue = await lockIssue(tx, id);
    if (issue?.state === 'draft' && issue.dueAt <= ctx.now()) await begin(ctx, tx, issue, send);
  });

/** Stops sending an issue. Throws `not_found`, and `conflict` if it is not being sent. */
export const stopSending = (ctx: Context, id: number): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const issue = await lockIssue(tx, id);
    if (!issue) throw notFound();
    if (issue.state !== 'sending') throw new AppError('conflict', 'newsletters.notSending');
    await setIssueState(tx, id, { state: 'stopped', sentAt: ctx.now() });
    await recordAuditEvent(ctx, tx, { action: 'newsletter.stopped', ...issueSubject(id) });
  });
