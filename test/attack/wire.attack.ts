// Requests that two servers could parse differently: request smuggling, ambiguous lengths, other servers' methods.
import { beforeAll, expect } from 'vitest';
import type { Client } from '../client.ts';
import { builtSiteForFile } from '../pages/site.ts';
import { attack } from './attack.ts';
import { headerIn, statusesIn, talk } from './wire.ts';

const site = builtSiteForFile();
let admin: Client;
beforeAll(async () => {
  admin = await site.as('admin');
});

const host = 'host: paper.test\r\n';
const login = `POST /api/newswings_login HTTP/1.1\r\n${host}content-type: application/json\r\n`;
const smuggled = `GET /api/people HTTP/1.1\r\n${host}\r\n`;
const statuses = async (bytes: string) => statusesIn(await talk(site.address, bytes));

/** Each must be rejected as a whole: one response with 400, then the connection closes. */
async function refuseAll(requests: Record<string, string>) {
  for (const [name, bytes] of Object.entries(requests)) expect([name, await statuses(bytes)]).toEqual([name, [400]]);
}

const chunked = (chunks: string) => `${login}transfer-encoding: chunked\r\n\r\n${chunks}`;
const honestly = async () => {
  expect(await statuses(`${login}content-length: 2\r\n\r\n{}`)).toEqual([422]);
  expect(await statuses(chunked('2\r\n{}\r\n0\r\n\r\n'))).toEqual([422]);
  return '422 by both lengths';
};

attack('a body whose end is said twice', async ({ refused, honest }) => {
  await refuseAll({
    'content-length, then chunked': `${login}content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'chunked, then content-length': `${login}transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n5c\r\n${smuggled}0\r\n\r\n`,
    'two lengths': `${login}content-length: ${smuggled.length}\r\ncontent-length: 0\r\n\r\n${smuggled}`,
    'one length twice': `${login}content-length: 2\r\ncontent-length: 2\r\n\r\n{}`,
    'a list of lengths': `${login}content-length: 2, 2\r\n\r\n{}`,
    'a length with a sign': `${login}content-length: +2\r\n\r\n{}`,
    'a length in hex': `${login}content-length: 0x2\r\n\r\n{}`,
    'a length below zero': `${login}content-length: -1\r\n\r\n{}`,
  });
  refused('400, and the end of the connection');
  honest(await honestly());
});

attack('a chunked body that some would not take for one', async ({ refused, honest }) => {
  const coded = (header: string) => `${login}${header}\r\n\r\n0\r\n\r\n${smuggled}`;
  await refuseAll({
    'another coding': coded('transfer-encoding: xchunked'),
    'chunked, not last': coded('transfer-encoding: chunked, identity'),
    'two codings': coded('transfer-encoding: chunked\r\ntransfer-encoding: cow'),
    'a space before the colon': coded('transfer-encoding : chunked'),
    'a vertical tab': coded('transfer-encoding:\x0bchunked'),
    'a folded line': coded('transfer-encoding:\r\n chunked'),
    'bare line feeds': chunked('2\n{}\n0\n\n'),
    'a line feed in an extension': chunked('2;a\n{}\r\n0\r\n\r\n'),
    'an endless extension': chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    'a size with a prefix': chunked('0x2\r\n{}\r\n0\r\n\r\n'),
    'a size beyond numbers': chunked('10000000000000002\r\n{}\r\n0\r\n\r\n'),
    'more than its size': chunked('2\r\n{}xx0\r\n\r\n'),
    'headers after the body': chunked('2\r\n{}\r\n0\r\ncontent-length: 5\r\n\r\n'),
  });
  refused('400, and the end of the connection');
  honest(await honestly());
});

attack('heads that are read in two ways', async ({ refused, honest }) => {
  const head = (lines: string) => `GET /healthz HTTP/1.1\r\n${lines}\r\n\r\n`;
  await refuseAll({
    'bare line feeds': 'GET /healthz HTTP/1.1\nhost: paper.test\n\n',
    'a bare carriage return': head('host: paper.test\rx: y'),
    'a folded line': head('host: paper.test\r\nx: a\r\n b'),
    'a zero': head('host: paper.test\r\nx: a\0b'),
    'a space in a name': head('host: paper.test\r\nx y: a'),
    'no host': head('x: y'),
    'two hosts': head('host: paper.test\r\nhost: evil.example'),
    'a version to come': 'GET /healthz HTTP/3.0\r\nhost: paper.test\r\n\r\n',
    'the next protocol’s greeting': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'another server’s target': `GET evil.example:80 HTTP/1.1\r\n${host}\r\n`,
    'letters beyond ASCII': `GET /n\xe4ws HTTP/1.1\r\n${host}\r\n`,
  });
  const large = [`x: ${'a'.repeat(20_000)}`, Array.from({ length: 3000 }, (_, n) => `x${n}: y`).join('\r\n')];
  for (const lines of large) expect(await statuses(head(`host: paper.test\r\n${lines}`))).toEqual([431]);
  refused('400; 431');
  expect(await statuses(head('host: paper.test\r\nconnection: close'))).toEqual([200]);
  honest('200');
});

attack('a request hidden in the body of another that is answered before it is read', async ({ refused, honest }) => {
  const body = smuggled.padEnd(80);
  const next = `GET /healthz HTTP/1.1\r\n${host}connection: close\r\n\r\n`;
  const post = (path: string, more = '') =>
    `POST ${path} HTTP/1.1\r\n${host}${more}content-length: ${body.length}\r\n\r\n${body}${next}`;
  const json = 'content-type: application/json\r\n';
  const form = 'content-type: multipart/form-data; boundary=b\r\n';
  for (const [bytes, expected] of [
    [`GET /healthz HTTP/1.1\r\n${host}content-length: ${body.length}\r\n\r\n${body}${next}`, [200, 200]],
    [post('/api/admin', json), [401, 200]],
    [post('/api/create-article', form), [401, 200]],
    [post('/nothing', 'content-type: a/b\r\n'), [404, 200]],
    [post('/api/newswings_login', 'content-type: text/plain\r\n'), [422, 200]],
  ] as const)
    expect(await statuses(bytes)).toEqual(expected);
  const large = smuggled.repeat(2000);
  const tooLarge = `POST /api/forgot_password HTTP/1.1\r\n${host}${json}`;
  // It is discarded; an end of the connection would look like a failure of the site to a proxy.
  expect(await statuses(`${tooLarge}content-length: ${large.length}\r\n\r\n${large}${next}`)).toEqual([413, 200]);
  // Of unknown length, it may have no end.
  const inChunks = `transfer-encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
  expect(await statuses(`${tooLarge}${inChunks}${next}`)).toEqual([413]);
  refused('never an answer to it');
  expect(await statuses(`GET /healthz HTTP/1.1\r\n${host}\r\n${next}`)).toEqual([200, 200]);
  honest('200, 200');
});

// Whether a body is read depends on the call, and what is not read must still not become a request.
attack('a request hidden in a body for every call and page', async ({ refused, honest }) => {
  const pages = [
    '/news',
    '/news/1',
    '/oai?verb=Identify',
    '/feed.xml',
    '/readyz',
    '/api/docs',
    '/robots.txt',
    '/nothing',
  ];
  const entries = [
    ...site.calls.map(({ method, path }) => [method, path.replaceAll(/:\w+/g, '999999')]),
    ...pages.flatMap((path) => ['GET', 'HEAD', 'POST'].map((method) => [method, path])),
    ['POST', '/api/reads?story=1&language=en'],
  ];
  await site.visitor.get('/news', { 'accept-encoding': 'identity' }); // the next one is answered from the cache
  const hidden = `GET /robots.txt HTTP/1.1\r\n${host}x-request-id: hidden-in-a-body\r\n\r\n`;
  const next = `GET /robots.txt HTTP/1.1\r\n${host}x-request-id: after-the-body\r\nconnection: close\r\n\r\n`;
  const lengths = [
    `content-length: ${hidden.length}\r\n\r\n${hidden}`,
    `transfer-encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  ];
  const types = ['application/json', 'multipart/form-data; boundary=b', 'text/plain'];
  let [asked, answered] = [0, 0];
  const waiting = [...entries];
  const work = async () => {
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      asked += 1;
      const [type, length] = [types[asked % types.length], lengths[asked % lengths.length]];
      const client = `x-forwarded-for: 198.18.${asked >> 8}.${asked % 256}\r\n`;
      const begin = `${entry.join(' ')} HTTP/1.1\r\n${host}${client}content-type: ${type}\r\n`;
      const answer = await talk(site.address, `${begin}${length}${next}`);
      expect([entry, answer]).toEqual([entry, expect.not.stringContaining('hidden-in-a-body')]);
      if (answer.includes('after-the-body')) answered += 1;
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  expect(asked).toBeGreaterThan(200);
  refused(`never an answer to it at ${asked} calls and pages`);
  expect(answered).toBeGreaterThan(asked / 2); // the others end the connection
  honest(`${answered} times an answer to the next one`);
});

attack('methods that other servers obey', async ({ refused, honest }) => {
  for (const method of ['TRACE', 'PROPFIND', 'OPTIONS', 'PURGE', 'SEARCH', 'LINK'])
    for (const path of ['/news', '/api/people', '/api/static/uploads/x.jpg', '/api/nothing']) {
      const answer = await talk(
        site.address,
        `${method} ${path} HTTP/1.1\r\n${host}x-secret: of the request\r\nauthorization: Bearer ${admin.token}\r\nconnection: close\r\n\r\n`,
      );
      expect([method, path, statusesIn(answer)]).toEqual([method, path, [404]]);
      expect(answer).not.toContain('of the request');
      expect(headerIn(answer, 'access-control-allow-methods')).toBeUndefined();
    }
  expect(await statuses(`JEFF /news HTTP/1.1\r\n${host}\r\n`)).toEqual([400]);
  expect(await statuses(`CONNECT evil.example:80 HTTP/1.1\r\n${host}\r\n`)).toEqual([]);
  refused('404; 400; nothing');
  expect(await statuses(`GET /news HTTP/1.1\r\n${host}connection: close\r\n\r\n`)).toEqual([200]);
  honest('200');
});

attack('a method in the place of another, by header, parameter or HEAD', async ({ refused, honest }) => {
  const { body: categories } = await admin.get('/api/categories');
  const [first] = categories;
  const path = `/api/categories/${first.id}`;
  const override = { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' };
  for (const [method, asked] of [
    ['POST', path],
    ['GET', path],
    ['POST', `${path}?_method=DELETE`],
    ['HEAD', path],
    ['OPTIONS', path],
  ] as const)
    expect((await admin.send(method, asked, { headers: override })).status).toBe(404);
  expect((await admin.get('/api/categories')).body).toEqual(categories);
  // HEAD requires the same authorization as GET.
  for (const call of site.calls.filter(({ method, who }) => method === 'GET' && who !== 'anyone')) {
    const { status } = await site.visitor.send('HEAD', call.path.replaceAll(/:\w+/g, '1'));
    expect([call.path, status]).toEqual([call.path, 401]);
  }
  refused('404, and nothing changed; HEAD 401 as GET');
  expect((await admin.delete(path)).status).toBe(200);
  honest('200');
});
