// Malformed requests: each is answered with a specific 4xx, never with a 5xx.
import { connect } from 'node:net';
import { beforeAll, expect } from 'vitest';
import { storyFields } from '#test/factories/stories.ts';
import type { Client } from '../client.ts';
import { builtSiteForFile } from '../pages/site.ts';
import { attack } from './attack.ts';

const site = builtSiteForFile({ TRUST_PROXY: '' });
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

/** Sends raw bytes and returns the response head. */
async function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(site.address);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer.split('\r\n\r\n')[0] ?? '';
}

const get = (path: string) => raw(`GET ${path} HTTP/1.1\r\nhost: paper.test\r\nconnection: close\r\n\r\n`);
const statusOf = (head: string) => Number(head.split(' ')[1]);

attack('8 a form that is cut off in the middle', async ({ refused, honest }) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const bodies = [
    '--b\r\nContent-Disposition: form-data; name="news_title"\r\n\r\nHalf a sto',
    '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nhalf a pict',
    '--b\r\nContent-Dis',
    'no form at all',
    '--b\r\n\r\n\r\n--b--\r\n',
    '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
  ];
  const statuses: number[] = [];
  for (const body of bodies) statuses.push((await editor.send('POST', '/api/admin', { body, headers })).status);
  for (const status of statuses) expect([400, 422]).toContain(status);
  const withoutBoundary = { 'content-type': 'multipart/form-data' };
  expect((await editor.send('POST', '/api/admin', { body: 'x', headers: withoutBoundary })).status).toBe(400);
  refused([...new Set(statuses)].join(', '));
  const twin = await editor.form('POST', '/api/admin', storyFields({}));
  expect(twin.status).toBe(201);
  honest(String(twin.status));
});

attack('8 addresses that begin another host’s, or end nowhere', async ({ refused, honest }) => {
  const paths = [
    '//',
    '//[::1',
    '//evil.example:99999/',
    '/%',
    '/news/%E0%A4',
    '/\\evil.example',
    '///',
    '*',
    '/news/%00',
  ];
  for (const path of paths) {
    const head = await get(path);
    expect([path, statusOf(head)]).toEqual([path, expect.toSatisfy((status: number) => status < 500)]);
    const [, to = '/'] = /^location: (.+)$/im.exec(head) ?? [];
    expect(to).toMatch(/^\/(?![/\\])/);
  }
  refused('301 or 4xx, never to another host');
  expect(statusOf(await get('/news'))).toBe(200);
  honest('200');
});

attack('8 days and months that no calendar has', async ({ refused, honest }) => {
  for (const path of ['/e-paper?month=0000-01', '/e-paper?month=2026-13', '/e-paper?edition=99999999999999'])
    expect((await site.visitor.get(path)).status).toBe(200);
  for (const day of ['0000-01-01', '9999-99-99', '-2026-01-01', '2026-02-30'])
    expect((await editor.get(`/api/compose?category=yearly&day=${day}`)).status).toBe(422);
  refused('the page without them; 422');
  expect((await editor.get('/api/compose?category=yearly&day=2026-01-01')).status).toBe(200);
  honest('200');
});

attack('a forwarded address from somebody who is no proxy of ours', async ({ refused, honest }) => {
  const headers = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    const body = { email: 'nobody@readers.test', password: 'wrong password' };
    statuses.push((await site.visitor.json('POST', '/api/newswings_login', body, headers(n))).status);
  }
  expect(statuses.at(-1)).toBe(429);
  refused('counted by the socket’s address: 429');
  expect((await site.as('reader')).token).toBeTruthy();
  honest('200');
});
