import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

describe('two editors of one story', () => {
  test('the second one gets 409 with the stored text', async () => {
    const story = await createStory(editor);
    const change = { version: story.version, news_title: 'First' };
    expect((await editor.form('PUT', `/api/admin/${story.id}`, change)).status).toBe(200);
    const second = await editor.form('PUT', `/api/admin/${story.id}`, { ...change, news_title: 'Second' });
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { news_title: 'First', version: 2 } },
    });
  });

  test('only one of several concurrent saves succeeds', async () => {
    const story = await createStory(editor);
    const save = (news_title: string) => editor.form('PUT', `/api/admin/${story.id}`, { version: 1, news_title });
    const statuses = (await Promise.all(['a', 'b', 'c', 'd'].map(save))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
  });

  test('a change that comes too late is rolled back completely', async () => {
    const [story, other] = [await createStory(editor, { status: 'draft' }), await createStory(editor)];
    const sent = sql`SELECT id FROM jobs.job WHERE name IN ('news.publish-due', 'news.share-picture')`;
    const waiting = sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const count = async (query: typeof sent) => (await site.db.execute(query)).rows.length;
    const before = await count(sent);
    const late = async (changes: Record<string, string>) => {
      const { version } = (await editor.get(`/api/admin/${story.id}`)).body;
      // The first editor's update is not yet committed when the second one's begins.
      const answer = await site.db.transaction(async (tx) => {
        await tx.execute(sql`UPDATE stories SET version = ${version + 1}::integer WHERE id = ${story.id}::integer`);
        const saving = editor.form('PUT', `/api/admin/${story.id}`, {
          language: 'hi',
          version_of: other.id,
          ...changes,
        });
        await expect.poll(() => count(waiting)).toBe(1);
        return { saving };
      });
      return answer.saving;
    };
    const publish_at = new Date(Date.now() + 3_600_000).toISOString();
    for (const changes of [{ status: 'scheduled', publish_at }, { status: 'published' }])
      expect(await late(changes)).toMatchObject({ status: 409, body: { current: { status: 'draft' } } });
    expect(await count(sent)).toBe(before);
    const { rows } = await site.db.execute(sql`SELECT version_group FROM stories WHERE id = ${other.id}::integer`);
    expect(rows).toEqual([{ version_group: null }]);
  });
});
