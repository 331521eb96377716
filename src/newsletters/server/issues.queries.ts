import { and, asc, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { addDays } from '#src/rules/calendar.rules.ts';
import type { Content, Definition } from '../issues.contract.ts';
import type { EditableState, IssueState } from '../newsletters.rules.ts';
import {
  newsletterCopies,
  newsletterIssues,
  newsletterIssueVersions,
  newsletterSubscriptions,
  newsletters,
} from './newsletters.tables.ts';

const issues = newsletterIssues;
const versions = newsletterIssueVersions;
const copies = newsletterCopies;

export type NewsletterRow = typeof newsletters.$inferSelect;
export type IssueRow = typeof issues.$inferSelect;
export type VersionRow = typeof versions.$inferSelect;

export const listNewsletters = (db: Db, active?: boolean): Promise<NewsletterRow[]> =>
  db
    .select()
    .from(newsletters)
    .where(active === undefined ? undefined : eq(newsletters.active, active))
    .orderBy(asc(newsletters.id));

export async function findNewsletter(db: Db, id: number): Promise<NewsletterRow | undefined> {
  const [row] = await db.select().from(newsletters).where(eq(newsletters.id, id));
  return row;
}

export async function createNewsletter(tx: Db, definition: Definition): Promise<number> {
  const [row] = await tx.insert(newsletters).values(definition).returning({ id: newsletters.id });
  return (row as { id: number }).id; // an INSERT of one row returns one
}

/** False if there is no such newsletter. */
export async function updateNewsletter(tx: Db, id: number, definition: Definition): Promise<boolean> {
  const rows = await tx
    .update(newsletters)
    .set(definition)
    .where(eq(newsletters.id, id))
    .returning({ id: newsletters.id });
  return rows.length > 0;
}

/** Confirmed subscriptions by newsletter. */
export async function countSubscribers(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: newsletterSubscriptions.newsletterId, subscribers: count() })
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.state, 'active'))
    .groupBy(newsletterSubscriptions.newsletterId);
  return new Map(rows.map(({ id, subscribers }) => [id, subscribers]));
}

/** The newest issues of each newsletter. */
export const listNewestIssues = (db: Db, ofEach: number): Promise<IssueRow[]> =>
  db
    .select()
    .from(issues)
    .where(
      sql`${issues.id} IN (SELECT newest.id FROM ${newsletters} CROSS JOIN LATERAL (SELECT id FROM newsletter_issues
        WHERE newsletter_id = ${newsletters.id} ORDER BY day DESC LIMIT ${ofEach}) AS newest)`,
    )
    .orderBy(desc(issues.day));

/** The issues that readers have got, newest first. */
export const listSentIssues = (db: Db, limit: number) =>
  db
    .select({
      id: issues.id,
      subject: issues.subject,
      day: issues.day,
      name: newsletters.name,
      language: newsletters.language,
    })
    .from(issues)
    .innerJoin(newsletters, eq(newsletters.id, issues.newsletterId))
    .where(inArray(issues.state, ['sending', 'sent', 'stopped']))
    .orderBy(desc(issues.day), desc(issues.id))
    .limit(limit);

export async function findIssue(db: Db, id: number): Promise<IssueRow | undefined> {
  const [row] = await db.select().from(issues).where(eq(issues.id, id));
  return row;
}

export async function findIssueOfDay(db: Db, newsletterId: number, day: string): Promise<IssueRow | undefined> {
  const [row] = await db
    .select()
    .from(issues)
    .where(and(eq(issues.newsletterId, newsletterId), eq(issues.day, day)));
  return row;
}

/** Locks an issue. */
export async function lockIssue(tx: Db, id: number): Promise<IssueRow | undefined> {
  const [row] = await tx.select().from(issues).where(eq(issues.id, id)).for('update');
  return row;
}

/** Stores a composed issue with its first version, unless the newsletter has one of this day. Returns its id. */
export async function createIssue(
  tx: Db,
  issue: Pick<IssueRow, 'newsletterId' | 'day' | 'dueAt' | 'subject' | 'storyIds'>,
  now: Date,
): Promise<number | undefined> {
  const [row] = await tx
    .insert(issues)
    .values({ ...issue, state: 'draft', version: 1, intro: '' })
    .onConflictDoNothing()
    .returning({ id: issues.id });
  if (!row) return undefined;
  const { subject, storyIds } = issue;
  await tx
    .insert(versions)
    .values({ issueId: row.id, version: 1, subject, intro: '', storyIds, savedBy: '', savedAt: now });
  return row.id;
}

/** Saves the next version of a locked issue. */
export async function saveIssue(
  tx: Db,
  { id, version }: Pick<IssueRow, 'id' | 'version'>,
  { subject, intro, stories: storyIds, state }: Content & { state: EditableState },
  by: { savedBy: string; savedAt: Date },
): Promise<void> {
  const content = { subject, intro, storyIds, version: version + 1 };
  await tx
    .update(issues)
    .set({ ...content, state })
    .where(eq(issues.id, id));
  await tx.insert(versions).values({ issueId: id, ...content, ...by });
}

export const listIssueVersions = (db: Db, issueId: number): Promise<VersionRow[]> =>
  db.select().from(versions).where(eq(versions.issueId, issueId)).orderBy(desc(versions.version)).limit(100);

/** A draft that was due longer ago is not sent automatically: the site was down, and its news are old. */
const lateDays = 0.5;

/** Drafts that are due, of newsletters that are still sent. */
export const listDueDrafts = (db: Db, now: Date): Promise<{ id: number }[]> =>
  db
    .select({ id: issues.id })
    .from(issues)
    .innerJoin(newsletters, eq(newsletters.id, issues.newsletterId))
    .where(
      and(
        eq(newsletters.active, true),
        eq(issues.state, 'draft'),
        lte(issues.dueAt, now),
        gt(issues.dueAt, addDays(now, -lateDays)),
      ),
    )
    .orderBy(asc(issues.id));

export const setIssueState = (tx: Db, id: number, set: { state: IssueState; sentAt?: Date }) =>
  tx.update(issues).set(set).where(eq(issues.id, id));

/** Records that an issue has been sent. False if it has been stopped meanwhile. */
export async function endSending(db: Db, id: number, sentAt: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(issues)
    .set({ state: 'sent', sentAt })
    .where(and(eq(issues.id, id), eq(issues.state, 'sending')));
  return rowCount === 1;
}

/** One copy for each confirmed subscription. Returns how many. */
export async function createCopies(tx: Db, { id, newsletterId }: IssueRow, now: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`INSERT INTO ${copies} (issue_id, subscription_id, state, at)
    SELECT ${id}::integer, id, 'waiting', ${now.toISOString()}::timestamptz FROM ${newsletterSubscriptions}
    WHERE newsletter_id = ${newsletterId} AND state = 'active'`);
  return rowCount ?? 0;
}

export interface CopyCounts {
  copies: number;
  sent: number;
  refused: number;
}

/** The numbers of copies by state, for each issue. */
export async function countCopies(db: Db, issueIds: number[]): Promise<Map<number, CopyCounts>> {
  const ofState = (state: string) => sql<number>`count(*) FILTER (WHERE ${copies.state} = ${state})`.mapWith(Number);
  const rows = await db
    .select({ id: copies.issueId, copies: count(), sent: ofState('sent'), refused: ofState('failed') })
    .from(copies)
    .where(inArray(copies.issueId, issueIds))
    .groupBy(copies.issueId);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
