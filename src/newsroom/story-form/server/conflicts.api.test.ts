import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
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

describe('changes that do not touch', () => {
  const text = 'One.\n\nTwo.\n\nThree.';
  const begin = () => createStory(editor, { news_title: 'Before', news_description: text });
  const save = (id: number, fields: Record<string, string | number | Blob>, client = editor) =>
    client.form('PUT', `/api/admin/${id}`, { version: 1, ...fields });

  test('of two editors are merged by field and paragraph, and the second one learns whose were taken in', async () => {
    const story = await begin();
    const colleague = await site.as('editor');
    const name = (await colleague.get('/api/verify_token')).body.user.name;
    await save(story.id, { news_title: 'Theirs', news_description: 'One.\n\nTwo.\n\n3.' }, colleague);
    const { status, body } = await save(story.id, { author: 'Me', news_description: '1.\n\nTwo.\n\nThree.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      news_title: 'Theirs',
      author: 'Me',
      news_description: '1.\n\nTwo.\n\n3.',
      version: 3,
      merged: { authors: [name], fields: ['news_title', 'news_description'] },
    });
    expect(await editor.get(`/api/stories/${story.id}/revisions/3`)).toMatchObject({
      body: { fields: { news_title: 'Theirs', author: 'Me', news_description: '1.\n\nTwo.\n\n3.' } },
    });
  });

  test('of text and picture are merged, of the picture twice are not', async () => {
    const story = await begin();
    const { body } = await save(story.id, { image: await pictureFile() });
    const second = await save(story.id, { news_title: 'Mine' });
    expect(second).toMatchObject({
      status: 200,
      body: { news_title: 'Mine', image: body.image, merged: { fields: ['image'] } },
    });
    for (const picture of [{ image: await pictureFile(500, 400) }, { remove_image: 'true' }])
      expect((await save(story.id, picture)).status).toBe(409);
    expect((await editor.get(`/api/admin/${story.id}`)).body.image).toBe(body.image);
  });

  test('a change that touches another gets 409 with the common base, and stores nothing', async () => {
    const story = await begin();
    await save(story.id, { news_description: 'One.\n\n2.\n\nThree.' });
    const answer = await save(story.id, { news_title: 'Mine', news_description: 'One.\n\nII.\n\nThree.' });
    expect(answer).toMatchObject({
      status: 409,
      body: { current: { news_description: 'One.\n\n2.\n\nThree.' }, base: { news_description: text } },
    });
    expect((await editor.get(`/api/admin/${story.id}`)).body).toMatchObject({ news_title: 'Before', version: 2 });
  });

  test('a merge is validated, and a base that is unknown is a conflict', async () => {
    const story = await begin();
    await save(story.id, { author: 'Theirs' });
    expect(await save(story.id, { news_description: ' ' })).toMatchObject({
      status: 422,
      body: { fields: { news_description: 'Description is required.' } },
    });
    expect((await save(story.id, { version: 7, news_title: 'x' })).status).toBe(409);
    for (const version of [2 ** 31, -(2 ** 31) - 1])
      expect((await save(story.id, { version, news_title: 'x' })).status).toBe(422);
    await site.db.execute(sql`DELETE FROM story_revisions WHERE story_id = ${story.id}::integer AND version = 1`);
    expect((await save(story.id, { news_title: 'x' })).status).toBe(409);
  });
});

describe('twenty editors of one story', () => {
  const fields = ['news_title', 'author', 'image_caption', 'image_width'] as const;
  const paragraphs = 6;
  const people = 20;
  type Slots = (string | number)[];
  type Item = Record<(typeof fields)[number], string | number> & { news_description: string; version: number };
  const slotsOf = (item: Omit<Item, 'version'>): Slots => [
    ...fields.map((name) => item[name]),
    ...item.news_description.split('\n\n'),
  ];

  test('lose no update when one of the writers is slow', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => site.as('editor')));
    const begun = await createStory(editor, {
      news_description: Array.from({ length: paragraphs }, (_, n) => `Paragraph ${n}`).join('\n\n'),
    });
    const path = `/api/admin/${begun.id}`;
    const seen: Item[] = [begun]; // at the beginning of each round
    let edits = 0;
    const slot = fc.nat(fields.length + paragraphs - 1);
    const round = fc.array(fc.uniqueArray(slot, { minLength: 1, maxLength: 3 }), {
      minLength: people,
      maxLength: people,
    });
    await fc.assert(
      fc.asyncProperty(round, async (all) => {
        const saves = all.map(async (changed, person) => {
          // The first user is slow: his form is four rounds old.
          const base = seen.at(person === 0 ? -5 : -1) ?? begun;
          const mine = slotsOf(base);
          for (const at of changed) {
            edits += 1;
            mine[at] = fields[at] === 'image_width' ? 50 + (edits % 1900) : `Edit ${edits} by ${person}`;
          }
          const sent = {
            version: base.version,
            ...Object.fromEntries(fields.map((name, at) => [name, mine[at] ?? ''])),
            news_description: mine.slice(fields.length).join('\n\n'),
          };
          const { status, body } = await (clients[person % clients.length] as Client).form('PUT', path, sent);
          return { status, body, base: slotsOf(base), mine, changed };
        });
        const answers = await Promise.all(saves);
        const saved = answers.filter(({ status }) => status === 200);
        expect(saved.length).toBeGreaterThan(0);
        for (const { body, base, mine, changed } of saved) {
          const revision = async (version: number) =>
            slotsOf((await editor.get(`/api/stories/${begun.id}/revisions/${version}`)).body.fields);
          const [before, after] = [await revision(body.version - 1), await revision(body.version)];
          // A revision differs from the one before only in its author's changes, and a value that he has replaced is
          // the one that he had seen.
          expect(after).toEqual(before.map((value, at) => (changed.includes(at) ? mine[at] : value)));
          for (const at of changed) if (before[at] !== mine[at]) expect(before[at]).toEqual(base[at]);
        }
        for (const { body, base, mine, changed } of answers.filter(({ status }) => status !== 200)) {
          expect(body.code).toBe('conflict');
          const current = slotsOf(body.current);
          expect(changed.some((at) => current[at] !== base[at] && current[at] !== mine[at])).toBe(true);
        }
        seen.push((await editor.get(path)).body);
      }),
      { numRuns: process.env.THOROUGH ? 1000 : 6, endOnFailure: true },
    );
  }, 3_600_000);
});
