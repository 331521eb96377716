// Tokens that the site did not issue, or not for this purpose: as bearer tokens and in place of signed URLs.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { addEdition, download } from '#test/factories/editions.ts';
import { submit } from '#test/factories/submissions.ts';
import { Client } from '../client.ts';
import { siteForFile } from '../site-for-file.ts';
import { attack } from './attack.ts';

// In some attacks the forger knows the key: even then only tokens in our format may be accepted.
const key = 'a secret that the attacker knows in this test only';
const site = siteForFile({ AUTH_SECRET: key });

type Part = Record<string, unknown>;
const encoded = (part: Part | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
const hmac = (text: string, secret: string, hash = 'sha256') =>
  createHmac(hash, secret).update(text).digest('base64url');
const signed = (head: Part, payload: Part | string, secret = key, hash = 'sha256') => {
  const text = `${encoded(head)}.${encoded(payload)}`;
  return `${text}.${hmac(text, secret, hash)}`;
};
const hs256 = { alg: 'HS256' };
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

let admin: Client;
let claims: { sid: string; sub: string; exp: number };
beforeAll(async () => {
  admin = await site.as('admin');
  claims = JSON.parse(Buffer.from(admin.token?.split('.')[1] ?? '', 'base64url').toString());
});

const statusWith = async (token: string) => (await new Client(site.address, token).get('/api/people')).status;

/** Checks that none of the tokens is accepted as a session, and that an honest one is. */
async function refuseAll(tokens: Record<string, string>, honest: (got: string) => void) {
  for (const [name, token] of Object.entries(tokens)) expect([name, await statusWith(token)]).toEqual([name, 401]);
  expect(await statusWith(signed(hs256, claims))).toBe(200); // proves that the key is the right one
  expect((await admin.get('/api/people')).status).toBe(200);
  honest('200');
}

attack('tokens without a signature', async ({ refused, honest }) => {
  const [head, payload] = admin.token?.split('.') ?? [];
  await refuseAll(
    {
      none: `${encoded({ alg: 'none' })}.${payload}.`,
      'none and the old signature': `${encoded({ alg: 'none' })}.${payload}.${admin.token?.split('.')[2]}`,
      None: `${encoded({ alg: 'None' })}.${payload}.`,
      'no algorithm': `${encoded({})}.${payload}.`,
      'an empty signature': `${head}.${payload}.`,
      'two parts': `${head}.${payload}`,
    },
    honest,
  );
  refused('401');
});

attack('tokens signed with another key or by another algorithm', async ({ refused, honest }) => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const text = `${encoded({ alg: 'RS256' })}.${encoded(claims)}`;
  const jwk = { kty: 'oct', k: Buffer.from('mine').toString('base64url') };
  await refuseAll(
    {
      'another key': signed(hs256, claims, 'another key'),
      'an empty key': signed(hs256, claims, ' '),
      'RS256 by a key of the attacker': `${text}.${sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`,
      'HS256 by a public key': signed(hs256, claims, publicKey),
      'RS256 by name, HS256 in truth': signed({ alg: 'RS256' }, claims),
      'HS512 by our key': signed({ alg: 'HS512' }, claims, key, 'sha512'),
      'a key in the head': signed({ ...hs256, jwk }, claims, 'mine'),
      'a key elsewhere': signed(
        { ...hs256, jku: 'https://evil.example/keys', kid: '../../dev/null' },
        claims,
        ''.padEnd(1),
      ),
      'an extension that we do not know': signed({ ...hs256, crit: ['b64'], b64: false }, claims),
    },
    honest,
  );
  refused('401');
});

attack('tokens with claims of another kind', async ({ refused, honest }) => {
  const { sid, exp: _, ...rest } = claims;
  await refuseAll(
    {
      'past its time': signed(hs256, { ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
      'without an end': signed(hs256, { ...rest, sid }),
      'an end that is a text': signed(hs256, { ...claims, exp: String(inAnHour()) }),
      'not yet begun': signed(hs256, { ...claims, nbf: inAnHour() }),
      'of no session': signed(hs256, { ...claims, sid: '5a0e7a1e-58e4-4b0c-9a5f-5d2b2f5e7f10' }),
      'of several sessions': signed(hs256, { ...claims, sid: [sid] }),
      'of a session by SQL': signed(hs256, { ...claims, sid: `${sid}' OR '1'='1` }),
      'a role instead of a session': signed(hs256, { sub: claims.sub, role: 'admin', isAdmin: true, exp: inAnHour() }),
      'a list': signed(hs256, '[]'),
      'no JSON': signed(hs256, 'sid'),
      'another’s text after it': `${admin.token}${admin.token}`,
    },
    honest,
  );
  refused('401');
});

attack(
  'a stolen token after its session has ended, and a reader’s token with an admin’s number',
  async ({ refused, honest }) => {
    const leaver = await site.as('editor');
    expect((await leaver.get('/api/drafts')).status).toBe(200);
    await leaver.json('POST', '/api/newswings_logout', {});
    expect((await leaver.get('/api/drafts')).status).toBe(401);
    const reader = await site.as('reader');
    const own = JSON.parse(Buffer.from(reader.token?.split('.')[1] ?? '', 'base64url').toString());
    // Claims about the user are ignored: the session's row decides.
    const promoted = new Client(site.address, signed(hs256, { ...own, sub: claims.sub, role: 'admin', isAdmin: true }));
    expect((await promoted.get('/api/people')).status).toBe(403);
    expect((await promoted.get('/api/user/me')).body.role).toBe('reader');
    refused('401; 403');
    expect((await admin.get('/api/drafts')).status).toBe(200);
    honest('200');
  },
);

attack(
  'a signed address in the place of a token, and a token in the place of a signed address',
  async ({ refused, honest }) => {
    const editor = await site.as('editor');
    const edition = await addEdition(editor, ['One.', 'Two.', 'Three.', 'Four.']);
    const [report] = (await editor.get('/api/pdfs')).body;
    const passOf = (address: string) => new URL(address, site.address).searchParams.get('pass') ?? '';
    const { url } = (await editor.json('POST', `/api/download/${encodeURIComponent(report.filename)}/pass`, {})).body;
    const pages = (await editor.json('POST', `/api/editions/${edition}/pass`, {})).body.pass;
    const work = await submit(await site.as('reader'));
    const bonafide = passOf((await editor.get(`/api/get-article-by-id?id=${work.id}`)).body.data.bonafide_file);
    for (const pass of [passOf(url), pages, bonafide]) expect(await statusWith(pass)).toBe(401);

    const get = (path: string) => site.visitor.get(path);
    const page = (pass = '') => get(`/api/editions/${edition}/pages/4/small?pass=${encodeURIComponent(pass)}`);
    const file = (pass = '') => get(`/api${work.bonafide_file.split('?')[0]}?pass=${encodeURIComponent(pass)}`);
    const pdf = (pass = '') =>
      get(`/api/download/${encodeURIComponent(report.filename)}?pass=${encodeURIComponent(pass)}`);
    for (const pass of [
      editor.token,
      passOf(url),
      bonafide,
      signed(hs256, { sub: `pages ${edition}`, aud: 'pass', sid: claims.sid, exp: inAnHour() }),
    ])
      expect((await page(pass)).status).toBe(401);
    for (const pass of [editor.token, passOf(url), pages]) expect((await file(pass)).status).toBe(403);
    for (const pass of [editor.token, pages, bonafide]) expect((await pdf(pass)).status).toBe(401);
    refused('401; 403');
    expect([(await page(pages)).status, (await file(bonafide)).status, (await pdf(passOf(url))).status]).toEqual([
      200, 200, 200,
    ]);
    expect((await download(editor, report.filename)).status).toBe(200);
    honest('200');
  },
);
