import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { getPreview } from './previews.service.ts';

const site = siteForFile();
const hour = 3_600_000;
let editor: Client;
let reporter: Client;
beforeAll(async () => {
  [editor, reporter] = [await site.as('editor'), await site.as('reporter')];
});

const open = async (client: Client, id: number): Promise<string> => {
  const { status, body } = await client.get(`/api/stories/${id}/preview`);
  expect(status).toBe(200);
  return body.pass;
};
const share = async (client: Client, id: number): Promise<string> =>
  (await client.send('POST', `/api/stories/${id}/preview`)).body.pass;
// As the page's loader does, which has no user.
const shown = (id: number, pass: string) =>
  getPreview(
    { ...site.services, actor: { role: 'visitor' }, language: 'en', text: translator('en') } as Context,
    id,
    pass,
  );
const picture = (id: number, pass: string) => site.visitor.get(`/api/stories/${id}/preview/picture?pass=${pass}`);
const typed = (client: Client, story: number, fields: Record<string, unknown>, id = randomUUID()) =>
  client.form('PUT', `/api/working_copies/${id}`, {
    story: String(story),
    version: '1',
    seen: '0',
    writer: randomUUID(),
    ...fields,
  });

describe('works', () => {
  test('a draft is shown with what its editor has typed, and with the picture that he chose', async () => {
    const { id } = await createStory(editor, {
      status: 'draft',
      news_title: 'Ferry late',
      image: await pictureFile(600, 400),
    });
    const pass = await open(editor, id);
    const saved = await shown(id, pass);
    expect(saved).toMatchObject({
      story: { title: 'Ferry late', picture: { width: 600 } },
      typedAt: null,
      isPublic: false,
    });
    expect((await picture(id, pass)).headers.get('content-type')).toBe('image/jpeg');
    await typed(editor, id, {
      news_title: 'Ferry sunk',
      news_description: 'It sank.\n\nNobody was hurt.',
      news_category: 'Business',
      news_sub_category: 'Markets',
      image: await pictureFile(900, 300),
    });
    const preview = await shown(id, pass);
    expect(preview.story).toMatchObject({ title: 'Ferry sunk', picture: { width: 900 }, sub: { slug: 'markets' } });
    expect(String(preview.story.html)).toContain('Nobody was hurt.');
    expect(preview.typedAt).not.toBeNull();
    expect((await picture(id, pass)).status).toBe(200);
    // Nothing of it is public.
    expect((await site.visitor.get(`/api/admin/${id}`)).status).toBe(404);
  });

  test('a published story is public without a working copy, and shows it while there is one', async () => {
    const { id } = await createStory(editor, { news_title: 'Ferry early' });
    const pass = await share(editor, id);
    expect(await shown(id, pass)).toMatchObject({ isPublic: true });
    const copy = randomUUID();
    await typed(editor, id, { news_title: 'Ferry cancelled' }, copy);
    expect(await shown(id, pass)).toMatchObject({ isPublic: false, story: { title: 'Ferry cancelled' } });
    await editor.delete(`/api/working_copies/${copy}`);
    expect(await shown(id, pass)).toMatchObject({ isPublic: true });
  });

  test('a link for anyone opens for a day, is recorded, and shows the text of who made it only', async () => {
    const { id } = await createStory(editor, { status: 'draft', news_title: 'Ferry late' });
    const other = await site.as('editor');
    await typed(other, id, { news_title: 'Typed by somebody else' });
    const pass = await share(editor, id);
    const restoreClock = site.saveClock();
    site.advance(23 * hour);
    expect((await shown(id, pass)).story.title).toBe('Ferry late');
    site.advance(hour + 1000);
    await expect(shown(id, pass)).rejects.toMatchObject({ code: 'gone' });
    restoreClock();
    const { rows } = await site.db.execute(`SELECT action FROM audit_log WHERE subject = 'story ${id}' ORDER BY id`);
    expect(rows).toEqual([{ action: 'story.created' }, { action: 'story.previewShared' }]);
  });
});

describe('a link for anyone', () => {
  const links = (client: Client, id: number) => client.get(`/api/stories/${id}/preview/links`);
  const end = (client: Client, id: number, link: string) => client.delete(`/api/stories/${id}/preview/links/${link}`);

  test('is listed until it expires, and ended by any editor', async () => {
    const { id } = await createStory(editor, { status: 'draft' });
    const other = await site.as('editor');
    const [first, second] = [await share(editor, id), await share(other, id)];
    const { body } = await links(other, id);
    expect(body).toMatchObject([{ by: expect.any(String) }, { by: expect.any(String) }]);
    expect((await end(other, id, body[1].id)).status).toBe(200);
    await expect(shown(id, first)).rejects.toMatchObject({ code: 'gone' });
    expect((await picture(id, first)).status).toBe(410);
    expect((await shown(id, second)).story.id).toBe(id);
    expect((await links(editor, id)).body).toHaveLength(1);
    expect((await end(editor, id, body[1].id)).status).toBe(404);
    const { rows } = await site.db.execute(
      `SELECT action FROM audit_log WHERE subject = 'story ${id}' ORDER BY id DESC`,
    );
    expect(rows[0]).toEqual({ action: 'story.previewEnded' });
    const restoreClock = site.saveClock();
    site.advance(24 * hour + 1000);
    expect((await links(await site.as('editor'), id)).body).toEqual([]);
    restoreClock();
  });

  test('is listed and ended by those who may see its story', async () => {
    const { id } = await createStory(editor, { status: 'draft' });
    const other = await createStory(editor, { status: 'draft' });
    await share(editor, id);
    const [link] = (await links(editor, id)).body;
    for (const [client, status] of [
      [site.visitor, 401],
      [await site.as('reader'), 403],
      [await site.as('accountant'), 403],
      [reporter, 404],
    ] as const) {
      expect((await links(client, id)).status).toBe(status);
      expect((await end(client, id, link.id)).status).toBe(status);
    }
    expect((await end(editor, other.id, link.id)).status).toBe(404);
    expect((await end(editor, id, randomUUID())).status).toBe(404);
    expect((await links(editor, id)).body).toHaveLength(1);
  });

  test('ends with the password, all sessions or the role of who made it, not with one session', async () => {
    const admin = await site.as('admin');
    const opens = (id: number, pass: string) => shown(id, pass).then(Boolean, ({ code }) => code);
    const body = { current_password: password, new_password: 'a river in spate' };
    const ways: [true | 'gone', (client: Client, id: number) => Promise<{ status: number }>][] = [
      ['gone', (client) => client.json('PUT', '/api/user/password', body)],
      ['gone', (client) => client.delete('/api/user/sessions')],
      ['gone', (_, id) => admin.json('PUT', `/api/people/${id}/role`, { role: 'admin' })],
      [true, (client) => client.send('POST', '/api/newswings_logout')],
    ];
    for (const [outcome, way] of ways) {
      const user = await site.createUser('editor');
      const client = await site.visitor.login('/api/admin_login', user.email, password);
      const { id } = await createStory(client, { status: 'draft' });
      const [shared, own] = [await share(client, id), await open(client, id)];
      expect((await way(client, user.id)).status).toBe(200);
      expect(await opens(id, shared)).toBe(outcome);
      expect((await links(editor, id)).body).toHaveLength(outcome === true ? 1 : 0);
      // The link in the newsroom's own frame is bound to the session.
      const { status: session } = await client.get('/api/verify_token');
      expect(await opens(id, own)).toBe(session === 200 ? true : 'gone');
    }
  });
});

test('a database that fails is not taken for an expired link', async () => {
  const { id } = await createStory(reporter, { status: 'draft' });
  const pass = await open(reporter, id);
  // Whether a reporter may see a draft depends on its assignee.
  await site.db.execute('ALTER TABLE story_assignments RENAME TO away');
  try {
    await site.change(`UPDATE stories SET author_id = NULL WHERE id = ${id}`);
    await expect(shown(id, pass)).rejects.not.toMatchObject({ code: 'gone' });
  } finally {
    await site.db.execute('ALTER TABLE away RENAME TO story_assignments');
  }
});

describe('refuses', () => {
  test('visitors, readers, and who may not see the story', async () => {
    const { id } = await createStory(editor, { status: 'draft' });
    const own = await createStory(reporter, { status: 'draft' });
    for (const act of ['get', 'post'] as const) {
      const status = async (client: Client, story: number) =>
        (await client.send(act === 'get' ? 'GET' : 'POST', `/api/stories/${story}/preview`)).status;
      expect(await status(site.visitor, id)).toBe(401);
      expect(await status(await site.as('reader'), id)).toBe(403);
      expect(await status(await site.as('accountant'), id)).toBe(403);
      expect(await status(reporter, id)).toBe(404);
      expect(await status(reporter, own.id)).toBe(200);
      expect(await status(editor, 999_999)).toBe(404);
    }
  });

  test('a link for another story, a changed one, and none', async () => {
    const [a, b] = [await createStory(editor, { status: 'draft' }), await createStory(editor, { status: 'draft' })];
    const pass = await share(editor, a.id);
    for (const wrong of ['', 'x', `${pass.slice(0, -2)}AA`, 'é'.repeat(50)])
      await expect(shown(a.id, wrong)).rejects.toMatchObject({ code: 'gone' });
    await expect(shown(b.id, pass)).rejects.toMatchObject({ code: 'gone' });
    expect((await picture(b.id, pass)).status).toBe(410);
    expect((await picture(a.id, pass)).status).toBe(404); // it has none
    expect((await site.visitor.get(`/api/stories/${a.id}/preview/picture`)).status).toBe(422);
    expect((await picture(a.id, 'x'.repeat(1001))).status).toBe(422);
  });

  test('a link whose story is in the trash, or whose maker has lost the right to see it', async () => {
    const trashed = await createStory(editor, { status: 'draft' });
    const pass = await share(editor, trashed.id);
    await editor.delete(`/api/admin/${trashed.id}`);
    await expect(shown(trashed.id, pass)).rejects.toMatchObject({ code: 'gone' });

    for (const change of ["role = 'reader'", "role = 'accountant'", 'disabled_at = now()']) {
      const user = await site.createUser('editor');
      const client = await site.visitor.login('/api/admin_login', user.email, 'correct horse battery');
      const { id } = await createStory(client, { status: 'draft', image: await pictureFile() });
      const link = await share(client, id);
      expect((await shown(id, link)).story.id).toBe(id);
      await site.change(`UPDATE users SET ${change} WHERE id = ${user.id}`);
      await expect(shown(id, link)).rejects.toMatchObject({ code: 'gone' });
      expect((await picture(id, link)).status).toBe(410);
    }
  });
});
