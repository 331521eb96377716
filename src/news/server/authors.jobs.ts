import { recordAuditEventOfEach } from '#src/platform/audit.ts';
import type { Job } from '#src/platform/jobs.ts';
import { bylineOf, distinctAuthors, findAuthor } from '../authors.rules.ts';
import { listAuthors, listStoriesOfAuthors, setByline, subjectsOf } from './authors.queries.ts';

const batchSize = 250;

/**
 * Rewrites the bylines of an author's stories after he has got another name or another author was merged into him. Neither
 * `version` nor `updatedAt` of a story changes: its text is the same, and a form that is open on it still saves.
 */
export const rewriteBylines: Job<{ authorId: number; from: string }> = {
  name: 'news.rewrite-bylines',
  async run(ctx, { authorId, from }) {
    const authors = await listAuthors(ctx.db);
    const author = authors.find(({ id }) => id === authorId);
    if (!author) return;
    const ids = [authorId, ...author.former_ids];
    for (let after = 0, full = true; full; ) {
      const found = await listStoriesOfAuthors(ctx.db, ids, after, batchSize);
      await ctx.db.transaction(async (tx) => {
        const changed: number[] = [];
        for (const story of found) {
          const named = story.authorIds.map((id) => findAuthor(authors, String(id)));
          // A byline with the name of a deleted author cannot be made again.
          if (named.includes(undefined)) continue;
          const names = distinctAuthors(named.filter((one) => one !== undefined)).map(({ name }) => name);
          const byline = bylineOf(names, story.language);
          if (byline !== story.author && (await setByline(tx, story.id, story.author, byline))) changed.push(story.id);
        }
        const details = { fields: ['author'], from, to: author.name };
        if (changed.length)
          await recordAuditEventOfEach(ctx, tx, { action: 'story.changed', details }, subjectsOf(changed));
      });
      after = found.at(-1)?.id ?? after;
      full = found.length === batchSize;
    }
  },
};
