// What is left to a user of the newsroom whose rights to a story, or whose password, have changed.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Client } from '../client.ts';
import { createStory } from '../factories/stories.ts';
import { password } from '../site.ts';
import { siteForFile } from '../site-for-file.ts';
import { attack } from './attack.ts';

const site = siteForFile();
const login = (email: string) => site.visitor.login('/api/admin_login', email, password);

attack('a working copy of a story that its user may not see', async ({ refused, honest }) => {
  const [editor, user] = [await site.as('editor'), await site.createUser('reporter')];
  const reporter = await login(user.email);
  const { id: story } = await createStory(editor, { status: 'draft', news_title: 'The secret ferry' });
  const save = async (copy: string) => {
    const fields = { story: String(story), version: '1', seen: '0', writer: randomUUID(), news_title: 'Mine' };
    return (await reporter.form('PUT', `/api/working_copies/${copy}`, fields)).status;
  };
  const list = async () => (await reporter.get(`/api/working_copies?story=${story}`)).status;
  const assign = (assignee: number | null) =>
    editor.json('PUT', `/api/stories/${story}/assignment`, { assignee, due_at: null });
  const [copy, earlier] = [randomUUID(), randomUUID()];
  const got = [await save(copy), await list()];
  await assign(user.id);
  const own = [await save(earlier), await list(), (await reporter.get(`/api/working_copies/${earlier}`)).status];
  await assign(null);
  got.push(await list(), (await reporter.get(`/api/working_copies/${earlier}`)).status, await save(copy));
  expect(got).toEqual([404, 404, 404, 404, 404]);
  refused('404 before the assignment and after it');
  expect(own).toEqual([200, 200, 200]);
  honest('200 while it is assigned to him');
});

attack('a preview link that a thief made, after the owner’s new password', async ({ refused, honest }) => {
  const user = await site.createUser('editor');
  const [thief, owner] = [await login(user.email), await login(user.email)];
  const { id } = await createStory(owner, { status: 'draft' });
  const share = async (client: Client) => (await client.send('POST', `/api/stories/${id}/preview`)).body.pass;
  // The preview has no picture: not_found means that its link was accepted.
  const outcome = async (pass: string) =>
    (await site.visitor.get(`/api/stories/${id}/preview/picture?pass=${pass}`)).body.code;
  const stolen = await share(thief);
  const body = { current_password: password, new_password: 'a river in spate' };
  expect(await outcome(stolen)).toBe('not_found');
  expect((await owner.json('PUT', '/api/user/password', body)).status).toBe(200);
  expect(await outcome(stolen)).toBe('gone');
  refused('410');
  expect(await outcome(await share(owner))).toBe('not_found');
  honest('a link that the owner makes then opens');
});
