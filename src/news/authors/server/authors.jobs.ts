import { recordAuditEventOfEach } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Job } from '#src/platform/jobs/jobs.ts';
import { bylineOf, distinctAuthors, findAuthor, findName } from '../authors.rules.ts';
import {
  type AuthorRow,
  findAuthorById,
  findAuthorsByRefs,
  lockStoriesOfAuthors,
  setBylines,
  subjectsOf,
} from './authors.queries.ts';

const batchSize = 250;

/**
 * Rewrites the bylines of an author's stories after he has got another name or another author was merged into him. Neither
 * `version` nor `updatedAt` of a story changes: its text is the same, and a form that is open on it still saves.
 */
export const rewriteBylines: Job<{ authorId: number; from: string }> = {
  name: 'news.rewrite-bylines',
  title: 'jobs.rewriteBylines',
  async run(ctx, { authorId, from }) {
    const author = await findAuthorById(ctx.db, authorId);
    if (!author) return;
    const ids = [authorId, ...author.former_ids];
    for (let after: number | undefined = 0; after !== undefined; ctx.job?.signal.throwIfAborted())
      after = await ctx.db.transaction(async (tx) => {
        // Locks stories before authors, as a save of a story does. Names and bylines stay as they are until the end.
        const found = await lockStoriesOfAuthors(tx, ids, after ?? 0, batchSize);
        const authors = await findAuthorsByRefs(
          tx,
          [...new Set(found.flatMap((story) => story.authorIds.map(String)))],
          true,
        );
        const to = authors.find(({ id }) => id === authorId)?.name ?? author.name;
        const changed = found.flatMap((story) => {
          const byline = rewritten(story, authors, { from, to });
          return byline === story.author ? [] : [{ id: story.id, author: byline }];
        });
        await record(tx, changed, { from, to });
        return found.length === batchSize ? found.at(-1)?.id : undefined;
      });

    async function record(tx: Db, changed: { id: number; author: string }[], name: { from: string; to: string }) {
      if (changed.length === 0) return;
      await setBylines(tx, changed);
      const details = { fields: ['author'], ...name };
      const subjects = subjectsOf(changed.map(({ id }) => id));
      await recordAuditEventOfEach(ctx, tx, { action: 'story.changed', details }, subjects);
    }
  },
};

interface Bylined {
  author: string;
  authorIds: number[];
  language: string;
}

function rewritten(story: Bylined, authors: AuthorRow[], { from, to }: { from: string; to: string }): string {
  const named = story.authorIds.map((id) => findAuthor(authors, String(id)));
  const known = distinctAuthors(named.filter((one) => one !== undefined)).map(({ name }) => name);
  if (!named.includes(undefined)) return bylineOf(known, story.language);
  // The name of a deleted author is only in the byline, so only the changed name is replaced in it.
  const at = findName(story.author, from);
  if (at < 0 || findName(story.author, to) >= 0) return story.author;
  return story.author.slice(0, at) + to + story.author.slice(at + from.length);
}
