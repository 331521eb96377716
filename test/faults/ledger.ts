import type { Counts } from './load.ts';
import type { FaultySite } from './site.ts';
import { compareFiles } from './stored-files.ts';

/** The outcome of what a load has written. */
export interface Balance {
  reads: number;
  failedReads: string[];
  acknowledged: number;
  unanswered: string[];
  /** Acknowledged, and not there. */
  lost: string[];
  /** There more than once. */
  duplicated: string[];
  /** Files that no row refers to. */
  orphaned: string[];
}

/** Compares the answers to a load with what is stored. */
export async function balance(site: FaultySite, counts: Counts & { story: number }, tag: string): Promise<Balance> {
  const writtenUntil = new Date();
  await site.settle();
  const { rows } = await site.pool.query<{ name: string; count: number }>(
    `SELECT name, count(*)::int AS count FROM (
       SELECT title AS name FROM stories UNION ALL SELECT name FROM enquiries UNION ALL
       SELECT title FROM submissions UNION ALL SELECT regexp_replace(filename, '.pdf$', '') FROM editions
       ) AS written WHERE name LIKE $1 || ' %' GROUP BY name`,
    [tag],
  );
  const stored = new Map(rows.map(({ name, count }) => [name, count]));
  const corrections = new Set(counts.headlines.map(({ title }) => title)); // of one story, see below
  const lost = counts.acknowledged.filter((name) => !stored.has(name) && !corrections.has(name));
  const duplicated = rows.filter(({ count }) => count > 1).map(({ name }) => name);

  // Each mail about an enquiry is there once and was sent, however often its job has run.
  const mails = await site.pool.query<{ name: string; count: number }>(
    `SELECT enquiries.name, count(outbox.id)::int AS count FROM enquiries
     LEFT JOIN outbox ON outbox.subject = 'Enquiry from ' || enquiries.name AND sent_at IS NOT NULL
     WHERE enquiries.name LIKE $1 || ' %' GROUP BY enquiries.id`,
    [tag],
  );
  for (const { name, count } of mails.rows) {
    if (count === 0) lost.push(`the mail about ${name}`);
    if (count > 1) duplicated.push(`the mail about ${name}`);
  }

  // The headline is the last one that was acknowledged, or one that came after it without an answer.
  const title = (await site.pool.query('SELECT title FROM stories WHERE id = $1', [counts.story])).rows[0]?.title;
  const last = counts.headlines.findLastIndex(({ acknowledged }) => acknowledged);
  if (!counts.headlines.slice(last).some((headline) => headline.title === title))
    lost.push(`the headline ${counts.headlines[last]?.title}, instead of which there is ${title}`);

  for (const path of counts.pictures) {
    const { status } = await site.editor().get(path);
    if (status !== 200) lost.push(`the picture ${path}: ${status}`);
  }
  const { orphaned, missing } = await compareFiles(site, writtenUntil);
  lost.push(...missing);
  return {
    reads: counts.reads,
    failedReads: counts.failedReads,
    acknowledged: counts.acknowledged.length,
    unanswered: counts.unanswered,
    lost,
    duplicated,
    orphaned,
  };
}
