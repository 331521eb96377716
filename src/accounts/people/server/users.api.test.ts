import { expect, test } from 'vitest';
import { listAdmins } from '#src/accounts/users/server/users.queries.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();

test('users are listed, paginated and searched', async () => {
  const admin = await site.as('admin');
  for (let n = 0; n < 55; n++) await site.createUser('reader', { name: `Walker ${n}` });
  const first = (await admin.get('/api/people?search=walker')).body;
  expect(first.people).toHaveLength(50);
  expect(first.more).toBe(true);
  const rest = (await admin.get(`/api/people?search=walker&before=${first.people.at(-1).id}`)).body;
  expect(rest).toMatchObject({ more: false });
  expect(rest.people).toHaveLength(5);
  expect(JSON.stringify(first)).not.toContain('password');
  expect((await admin.get('/api/people?search=100%25')).body.people).toEqual([]);
});

test('a role change ends the user’s sessions, and every action is in the audit log', async () => {
  const admin = await site.as('admin');
  const person = await site.createUser('reader');
  const before = await site.visitor.login('/api/newswings_login', person.email, password);
  expect((await admin.json('PUT', `/api/people/${person.id}/role`, { role: 'editor' })).body).toMatchObject({
    role: 'editor',
  });
  expect((await before.get('/api/user/me')).status).toBe(401);
  const editor = await site.visitor.login('/api/admin_login', person.email, password);
  expect((await editor.get('/api/drafts')).status).toBe(200);
  await admin.json('PUT', `/api/people/${person.id}/role`, { role: 'reader' });
  expect((await editor.get('/api/drafts')).status).toBe(401);
  await admin.json('POST', `/api/people/${person.id}/disable`, {});
  await admin.json('POST', `/api/people/${person.id}/enable`, {});
  const { acts } = (await admin.get(`/api/audit?search=person ${person.id}`)).body;
  expect(acts.map(({ action, details }: Record<string, unknown>) => [action, details])).toEqual([
    ['person.enabled', {}],
    ['person.disabled', {}],
    ['person.role', { role: 'reader' }],
    ['person.role', { role: 'editor' }],
  ]);
});

test('an admin ends all sessions of a user, and of his own all but this one', async () => {
  const [user, chief] = [await site.createUser('editor'), await site.createUser('admin')];
  const logIn = (email: string, path = '/api/admin_login') => site.visitor.login(path, email, password);
  const admin = await logIn(chief.email);
  const clients = [await logIn(user.email), await logIn(user.email, '/api/newswings_login'), await logIn(chief.email)];
  for (const { id } of [user, chief]) expect((await admin.delete(`/api/people/${id}/sessions`)).status).toBe(200);
  for (const client of clients) expect((await client.get('/api/user/me')).status).toBe(401);
  expect((await admin.get('/api/user/me')).status).toBe(200);
  expect((await (await logIn(user.email)).get('/api/user/me')).status).toBe(200); // he may log in again
  const { acts } = (await admin.get(`/api/audit?search=person ${user.id}`)).body;
  expect(acts).toMatchObject([{ action: 'person.sessions_ended', actor: chief.name }]);
  expect((await admin.delete('/api/people/999999/sessions')).status).toBe(404);
});

test('the audit log is filtered by days in India', async () => {
  const admin = await site.as('admin');
  const person = await site.createUser('reader');
  await site.db.execute(`INSERT INTO audit_log (at, actor, action, subject, details) VALUES
    ('2020-03-01T18:29:59Z', 'Asha', 'story.changed', 'story 7', '{}'),
    ('2020-03-01T18:30:00Z', 'Asha', 'story.published', 'story 7', '{}')`); // midnight in India
  await admin.json('POST', `/api/people/${person.id}/disable`, {});
  const actions = async (query: string) =>
    (await admin.get(`/api/audit?${query}`)).body.acts.map(({ action }: { action: string }) => action);
  expect(await actions('to=2020-03-01')).toEqual(['story.changed']);
  expect(await actions('from=2020-03-02&to=2020-03-02')).toEqual(['story.published']);
  expect(await actions(`from=2020-03-03&search=person ${person.id}`)).toEqual(['person.disabled']);
  expect((await admin.get('/api/audit?from=0000-01-01')).status).toBe(422);
});

test('the audit log is immutable, even in the database', async () => {
  const admin = await site.as('admin');
  const person = await site.createUser('reader');
  await admin.json('POST', `/api/people/${person.id}/disable`, {});
  for (const statement of ['UPDATE audit_log SET actor = $$nobody$$', 'DELETE FROM audit_log', 'TRUNCATE audit_log'])
    await expect(site.db.execute(statement)).rejects.toThrow();
});

test('the last admin can be neither demoted, disabled nor deleted', async () => {
  const { rows } = await site.db.execute("SELECT id FROM users WHERE email = 'chief@news.test'");
  const chief = await site.visitor.login('/api/admin_login', 'chief@news.test', password);
  await site.db.execute("UPDATE users SET role = 'reader' WHERE role = 'admin' AND email <> 'chief@news.test'");
  const id = rows[0]?.id;
  expect((await chief.json('PUT', `/api/people/${id}/role`, { role: 'editor' })).status).toBe(409);
  expect((await chief.json('POST', `/api/people/${id}/disable`, {})).status).toBe(409);
  expect((await chief.json('POST', '/api/user/delete', { password })).status).toBe(409);
});

test('an admin who has not accepted his invitation does not count, and gets no alerts', async () => {
  const chief = await site.visitor.login('/api/admin_login', 'chief@news.test', password);
  await site.db.execute("UPDATE users SET role = 'reader' WHERE role = 'admin' AND email <> 'chief@news.test'");
  const { rows } = await site.db.execute("SELECT id FROM users WHERE email = 'chief@news.test'");
  const invited = { name: 'Second Admin', email: 'second@news.test', role: 'admin' };
  expect((await chief.json('POST', '/api/people/invitations', invited)).status).toBe(201);
  expect((await chief.json('PUT', `/api/people/${rows[0]?.id}/role`, { role: 'editor' })).status).toBe(409);
  expect((await chief.json('POST', '/api/user/delete', { password })).status).toBe(409);
  expect((await listAdmins(site.db)).map(({ email }) => email)).toEqual(['chief@news.test']);
});

test('one admin remains if two remove each other, or leave, at the same moment', async () => {
  for (const how of ['each other', 'themselves']) {
    const admins = [await site.createUser('admin'), await site.createUser('admin')] as const;
    const ids = admins.map(({ id }) => id);
    await site.db.execute(`UPDATE users SET role = 'reader' WHERE role = 'admin' AND id NOT IN (${ids})`);
    const clients = await Promise.all(
      admins.map(({ email }) => site.visitor.login('/api/admin_login', email, password)),
    );
    const answers = await Promise.all(
      clients.map((client, n) =>
        how === 'themselves'
          ? client.json('POST', '/api/user/delete', { password })
          : client.json('PUT', `/api/people/${ids[1 - n]}/role`, { role: 'reader' }),
      ),
    );
    // The other request may also come too late to be authorized.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await site.db.execute("SELECT id FROM users WHERE role = 'admin' AND disabled_at IS NULL");
    expect(rows).toHaveLength(1);
  }
  await site.db.execute("UPDATE users SET role = 'admin' WHERE email = 'chief@news.test'");
});

test('editors cannot manage users', async () => {
  const editor = await site.as('editor');
  expect((await editor.get('/api/people')).status).toBe(403);
  expect((await editor.get('/api/audit')).status).toBe(403);
  expect((await editor.json('PUT', '/api/people/1/role', { role: 'admin' })).status).toBe(403);
  expect((await editor.delete('/api/people/1/sessions')).status).toBe(403);
});

test('unknown users and roles are refused', async () => {
  const admin = await site.visitor.login('/api/admin_login', 'chief@news.test', password);
  expect((await admin.json('PUT', '/api/people/999999/role', { role: 'editor' })).status).toBe(404);
  expect((await admin.json('PUT', '/api/people/1/role', { role: 'owner' })).status).toBe(422);
});
