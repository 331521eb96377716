import { beforeAll, expect, test } from 'vitest';
import type { Call } from '#src/calls/call.ts';
import { isAllowed, type Role, who } from '#src/rules/roles.rules.ts';
import { addPasskey } from '#test/factories/authenticator.ts';
import { declarePayment, newUtr } from '#test/factories/payments.ts';
import { decide, submit } from '#test/factories/submissions.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { Client } from '../client.ts';

const site = siteForFile();
const roles = who.anyone;
// A signed URL may replace the token here, so the service checks access, not the guard: see downloads.api.test.ts.
const checkedByService = ['GET /api/download/:name'];
let forbidden: string;

beforeAll(async () => {
  const { body } = await (await site.as('reader')).get('/api/trash');
  forbidden = body.error;
});

/** Sends the call with an unused id and no data: only the guard's decision matters. */
async function attempt(call: Call, client: Client) {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name) => (name === 'id' ? '2147483647' : 'none.jpg'));
  return client.send(
    call.method,
    path,
    call.method === 'GET'
      ? {}
      : { body: call.form ? new FormData() : '{}', headers: call.form ? {} : { 'content-type': 'application/json' } },
  );
}

test('every call admits exactly the roles that its definition allows', async () => {
  expect(site.calls.length).toBeGreaterThan(40);
  const wrong: string[] = [];
  const guarded = site.calls.filter(({ method, path }) => !checkedByService.includes(`${method} ${path}`));
  expect(guarded).toHaveLength(site.calls.length - checkedByService.length);
  const clients = new Map<string, Client>();
  for (const call of guarded)
    await Promise.all(
      roles.map(async (role) => {
        if (role === 'visitor') clients.set(role, site.visitor);
        const logIn = async () => clients.set(role, await site.as(role as Exclude<Role, 'visitor'>));
        const ask = () => attempt(call, clients.get(role) as Client);
        if (!clients.has(role)) await logIn();
        let answer = await ask();
        // An earlier call may have ended the session.
        if (answer.status === 401 && role !== 'visitor') {
          await logIn();
          answer = await ask();
        }
        const { status, body } = answer;
        const may = isAllowed(role, call.who);
        // A service may still refuse, with its own message, what the guard allows.
        const refused =
          status === 401 ||
          (status === 403 && body.error === forbidden && !(may && call.path.startsWith('/api/admin_profile')));
        const badLogin = status === 401 && /login$/.test(call.path);
        if (!badLogin && refused === may) wrong.push(`${call.method} ${call.path} as ${role}: ${status}`);
        if (!may && status !== (role === 'visitor' ? 401 : 403))
          wrong.push(`${call.method} ${call.path} as ${role}: ${status} instead of a refusal`);
      }),
    );
  expect(wrong).toEqual([]);
});

// These resources belong to no reader, or are open to every reader.
const everyones = [
  'GET /api/admin/:id',
  'GET /api/translations/:id',
  'GET /api/share/:file',
  'GET /api/static/uploads/:file',
  'GET /api/drafts/pictures/:file',
  'GET /api/newsletters',
  'POST /api/newsletters/subscriptions',
  'POST /api/newsletters/confirmation',
  'POST /api/newsletters/unsubscription', // by the key in the link
  'GET /api/push/key',
  'PUT /api/push/device', // by the endpoint, which only the browser and the site have
  'POST /api/push/device/move',
  'POST /api/push/device/end',
  'POST /api/push/device/test',
  'GET /api/stories/:id/letters',
  'POST /api/stories/:id/letters',
  'GET /api/stories/:id/live',
  'GET /api/stories/:id/live/events',
  'GET /api/media/play/:file', // by signature: media-files.api.test.ts
  'GET /api/stories/:id/preview/picture', // by signature: previews.api.test.ts
  'GET /api/essays/:file',
  'GET /api/essays/:name/:image',
  'GET /api/clips/:code',
  'POST /api/editions/:id/clips',
  'GET /api/download/:name',
  'POST /api/download/:name/pass',
  'POST /api/editions/:id/pass',
  'GET /api/editions/:id/keeping',
  'GET /api/editions/:id/articles/:page/:number',
  'GET /api/editions/:id/pages/:page',
  'GET /api/editions/:id/pages/:page/:rendition',
  'GET /api/editions/:id/pages/:page/tiles/:tile',
];

/** A resource owned by the reader for every call that addresses one by id or name. */
async function thingsOf(owner: Client): Promise<Record<string, string>> {
  const admin = await site.as('admin');
  const { id: claim } = await declarePayment(owner, 'weekly', { utr: newUtr() });
  await admin.json('PUT', `/api/payments/${claim}`, { state: 'confirmed' });
  const published = await submit(owner);
  await decide(admin, published.id, 'approved');
  const waiting = await submit(owner);
  const drawn = async () => (await admin.get(`/api/submissions/${waiting.id}`)).body.files[0].pages[0]?.picture;
  await expect.poll(drawn).toBeDefined();
  const [session] = (await owner.get('/api/user/sessions')).body;
  const { passkey } = await addPasskey(owner, site.services.config.siteUrl);
  return {
    'GET /api/receipts/:id': `/api${(await owner.get('/api/user/plan')).body.claims[0].receipt}`,
    'GET /api/get-article-by-id': `/api/get-article-by-id?id=${waiting.id}`,
    'GET /api/submissions/files/:file': `/api${waiting.bonafide_file.split('?')[0]}`,
    'GET /api/submissions/files/:name/:image': `/api${(await drawn()).split('?')[0]}`,
    'GET /api/submissions/:id/certificate': `/api/submissions/${published.id}/certificate`,
    'POST /api/submissions/:id/versions': `/api/submissions/${waiting.id}/versions`,
    'PUT /api/submissions/:id/description': `/api/submissions/${waiting.id}/description`,
    'DELETE /api/delete-article/:id': `/api/delete-article/${waiting.id}`,
    'DELETE /api/user/sessions/:id': `/api/user/sessions/${session.id}`,
    'PUT /api/user/passkeys/:id': `/api/user/passkeys/${passkey}`,
    'DELETE /api/user/passkeys/:id': `/api/user/passkeys/${passkey}`,
  };
}

test('another user’s resources are reported as not found, for every call', async () => {
  const [owner, other] = [await site.as('reader'), await site.as('reader')];
  const things = await thingsOf(owner);
  const byName = site.calls
    .filter(({ path, who }) => path.includes(':') && isAllowed('reader', who))
    .map(({ method, path }) => `${method} ${path}`);
  expect(byName.filter((call) => !(call in things) && !everyones.includes(call))).toEqual([]);
  const bodies: Record<string, RequestInit> = {
    POST: { body: new FormData() },
    PUT: { body: '{"name":"Mine"}', headers: { 'content-type': 'application/json' } },
  };
  const ask = async (client: Client, call: string, path: string) => {
    const [method = ''] = call.split(' ');
    return (await client.send(method, path, bodies[method])).status;
  };
  for (const [call, path] of Object.entries(things)) {
    expect([call, await ask(other, call, path)]).toEqual([call, 404]);
    expect([call, await ask(owner, call, path)]).not.toEqual([call, 404]);
  }
});

test('the OpenAPI description lists every call with its errors', async () => {
  const { status, body } = await site.visitor.get('/api/openapi.json');
  expect(status).toBe(200);
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = site.calls.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  expect(described.filter((entry) => !entry.startsWith('HEAD')).sort()).toEqual([...new Set(expected)].sort());
  expect((await site.visitor.get('/api/docs/')).status).toBe(200);
});

test.each([
  ['GET', '/api/nothing', 404],
  ['POST', '/api/nothing', 404],
  ['GET', '/api/admin/drafts', 404],
  ['GET', '/api/admin/1e3', 404],
  ['GET', '/api/%', 404],
  ['GET', '/api/admin/%E0%A4?x=%', 404],
  ['POST', '/nothing', 404],
  ['OPTIONS', '/api/admin/1', 404],
])('%s %s returns %i as JSON, never a page', async (method, path, status) => {
  const answer = await site.visitor.send(method, path);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ code: 'not_found', error: expect.any(String), message: answer.body.error });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('returns 400 for malformed JSON and 415 for an unknown media type, without a stack trace', async () => {
  const send = (body: string, type: string) =>
    site.visitor.send('POST', '/api/newswings_login', { body, headers: { 'content-type': type } });
  expect(await send('{"email":', 'application/json')).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  const other = await send('<login/>', 'application/xml');
  expect(other).toMatchObject({ status: 415, body: { code: 'wrong_type' } });
  expect(JSON.stringify(other.body)).not.toContain('node_modules');
});

test('rejects a body of two megabytes', async () => {
  expect(
    await site.visitor.json('POST', '/api/newswings_login', { email: 'x'.repeat(2_000_000), password: 'x' }),
  ).toMatchObject({ status: 413, body: { code: 'too_large' } });
});

test('rejects state-changing requests from other origins, accepts our own', async () => {
  const from = (origin: string) =>
    site.visitor.send('POST', '/api/newswings_login', {
      body: '{}',
      headers: { 'content-type': 'application/json', origin },
    });
  expect((await from('https://evil.example')).status).toBe(403);
  expect((await from('null')).status).toBe(403);
  expect((await from(site.address)).status).toBe(422);
});

test('a cookie never replaces the bearer token', async () => {
  const reader = await site.as('reader');
  const { status } = await new Client(site.address).get('/api/user/me', {
    cookie: `token=${reader.token}; root=${reader.token}`,
  });
  expect(status).toBe(401);
});
