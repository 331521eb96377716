import { beforeEach, expect, test } from 'vitest';
import { proofHeaders, solved, withProof } from '#test/factories/proofs.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
const minuteMs = 60_000;
let count = 0;

beforeEach(async () => {
  await site.db.execute('TRUNCATE rate_limits');
});

const register = (changes: Record<string, string> = {}, proof: Record<string, string> = {}) => {
  const form = new FormData();
  const fields = { name: 'Asha Rao', dob: '1998-03-14', mobile: '9876543210', password: 'a quiet Tuesday', ...changes };
  for (const [name, value] of Object.entries({ email: `proof${++count}@readers.test`, ...fields }))
    form.set(name, value);
  return site.visitor.send('POST', '/api/newswings_register', { body: form, headers: proof });
};
const forgot = (headers: Record<string, string> = {}, address = '203.0.113.1') =>
  site.visitor.from(address).json('POST', '/api/forgot_password', { email: 'nobody@readers.test' }, headers);

/** Uses up what an address may send without a proof; the challenge that it then gets. */
async function challenged(address?: string) {
  const free = await Promise.all(Array.from({ length: 60 }, () => forgot({}, address)));
  expect(new Set(free.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await forgot({}, address);
  expect(refused).toMatchObject({ status: 429, body: { code: 'proof_needed', error: expect.any(String) } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  return refused.body.challenge;
}

test('the first requests of an address need no proof, the others need one each; other addresses are not concerned', async () => {
  const proof = proofHeaders(await solved(await challenged()));
  const known = await forgot(proof);
  expect(known).toMatchObject({ status: 200, body: (await forgot({}, '203.0.113.2')).body });
  expect((await forgot(proof)).body.code).toBe('proof_needed');
  expect((await withProof(forgot)).status).toBe(200);
  site.advance(61 * minuteMs);
  expect((await forgot()).status).toBe(200);
});

test('a form with files works with a proof, and errors to correct count for nothing', async () => {
  for (let n = 0; n < 61; n++) expect((await register({ dob: '' })).status).toBe(422);
  // More than the 150 that are free: the last refund may follow its response.
  await site.db.execute(`UPDATE rate_limits SET points = 160 WHERE key LIKE 'register-unproven:%'`);
  const { status, body } = await register();
  expect([status, body.code]).toEqual([429, 'proof_needed']);
  const proof = proofHeaders(await solved(body.challenge));
  expect((await register({}, proof)).status).toBe(201);
});

test('a proof that is forged, too easy, expired, or used by others at the same time is none', async () => {
  const challenge = await challenged();
  const { parameters } = challenge;
  const { solution } = await solved(challenge);
  const changed = (changes: object) => ({ ...challenge, parameters: { ...parameters, ...changes } });
  const easy = changed({ cost: 1, keyPrefix: '00' });
  for (const forged of [
    { challenge, solution: { counter: 0, derivedKey: '00'.repeat(32) } },
    { challenge, solution: { ...solution, derivedKey: `${parameters.keyPrefix}${'00'.repeat(16)}` } },
    { challenge: { ...challenge, signature: '00'.repeat(32) }, solution },
    { challenge: changed({ expiresAt: parameters.expiresAt + 9 }), solution },
    await solved(easy),
    { challenge, solution: { counter: 1e9, derivedKey: [] } },
    'none',
    null,
  ])
    expect([forged, (await forgot(proofHeaders(forged))).body.code]).toEqual([forged, 'proof_needed']);
  for (const header of ['', '%', 'x'.repeat(5000)])
    expect((await forgot({ 'proof-of-work': header })).body.code).toBe('proof_needed');

  const proof = proofHeaders({ challenge, solution });
  const all = await Promise.all(['203.0.113.1', '203.0.113.2', '203.0.113.3'].map((address) => forgot(proof, address)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  const late = proofHeaders(await solved((await forgot()).body.challenge));
  site.advance(11 * minuteMs);
  expect((await forgot(late)).body.code).toBe('proof_needed');
});

test('the description of the API says which calls need a proof', async () => {
  const { paths } = (await site.visitor.get('/api/openapi.json')).body;
  expect(paths['/api/newswings_register'].post.description).toContain(
    'proof of work, but for 150 requests of an address in 60 minutes',
  );
  expect(paths['/api/stories/{id}/letters'].post.description).toContain('proof of work, always');
});
