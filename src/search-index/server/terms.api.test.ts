import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { recountTerms } from './search-index.queries.ts';
import { searchTerms } from './search-index.tables.ts';

const site = siteForFile();

test('a word that returns while terms are counted is not deleted', async () => {
  const editor = await site.as('editor');
  const [gone, story] = [await createStory(editor, { news_title: 'Ziggurats' }), await createStory(editor)];
  await editor.delete(`/api/admin/${gone.id}`);
  const blocked = sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  let counted = false;
  const counting = await site.db.transaction(async (tx) => {
    await tx.execute(sql`UPDATE stories SET title = 'Ziggurats again' WHERE id = ${story.id}::integer`);
    const promise = site.db.transaction((other) => recountTerms(other)).then(() => (counted = true));
    // The recount waits for this transaction, or has ignored it.
    await expect.poll(async () => counted || (await site.db.execute(blocked)).rows.length > 0).toBe(true);
    return { promise };
  });
  await counting.promise;
  expect(await site.db.select().from(searchTerms).where(eq(searchTerms.term, 'ziggurats'))).toHaveLength(1);
  await editor.delete(`/api/admin/${story.id}`);
  await site.db.transaction((tx) => recountTerms(tx));
  expect(await site.db.select().from(searchTerms).where(eq(searchTerms.term, 'ziggurats'))).toEqual([]);
});
