// Thousands of requests on one connection, sent without waiting for answers: findings C1 and H1 of the attack of
// 27 November 2026. A whole process, since what is attacked are its time and memory.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { attack } from './attack.ts';
import { seen, watch, watchedSiteForFile } from './watched-site.ts';
import { statusesIn, talk } from './wire.ts';

const site = watchedSiteForFile();
const requestOf = (method: string, path: string, headers = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: paper.test\r\n${headers}\r\n`;

/** Sends one request many times on one connection, and resolves when everything is answered or the site has closed it. */
async function pipeline(request: string, count: number): Promise<void> {
  const { hostname, port } = new URL(site.client.url);
  const socket = connect(Number(port), hostname);
  const idle = new Promise<void>((resolve) => socket.setTimeout(3000, resolve));
  const closed = new Promise<void>((resolve) => socket.on('error', () => resolve()).on('close', () => resolve()));
  socket.resume();
  await once(socket, 'connect');
  socket.write(request.repeat(count));
  await Promise.race([idle, closed]);
  socket.destroy();
}

const flood = async (request: string, count: number, connections = 1) => {
  const watched = await watch(site, async () => {
    await Promise.all(Array.from({ length: connections }, () => pipeline(request, count)));
    await sleep(500); // what is still under way for a client that has left
  });
  expect(watched.slowestMs).toBeLessThan(1000);
  expect(watched.peakMb).toBeLessThan(600);
  return seen(watched);
};

/** As many requests at once as a client may send: all of them are answered, in their order. */
const inOrder = async (requests: string[]) => {
  const last = requestOf('GET', '/healthz', 'connection: close\r\n');
  return statusesIn(await talk(site.client.url, requests.join('') + last));
};

attack('C1 20,000 requests for a page that is cached but not compressed', async ({ refused, honest }) => {
  await site.client.send('GET', '/ur/college', { headers: { 'accept-encoding': 'identity' } });
  const request = requestOf('GET', '/ur/college', 'accept-encoding: gzip\r\n');
  refused(`the connections are closed; ${await flood(request, 5000, 4)}`);
  expect(await inOrder(Array(20).fill(request))).toEqual(Array(21).fill(200));
  honest('200, twenty times in one packet');
});

attack('H1 20,000 requests on one connection, of every kind', async ({ refused, honest }) => {
  const { headers } = await site.client.send('GET', '/college', { headers: { 'accept-encoding': 'gzip' } });
  const kinds = {
    'reads that are counted': requestOf('POST', '/api/reads?story=1&language=en&depth=50', 'content-length: 0\r\n'),
    'cached pages': requestOf('GET', '/college', 'accept-encoding: gzip\r\n'),
    'pages that the client has': requestOf(
      'GET',
      '/college',
      `accept-encoding: gzip\r\nif-none-match: ${headers.get('etag')}\r\n`,
    ),
    'missing pages': requestOf('GET', '/news/424242'),
    calls: requestOf('GET', '/api/categories'),
    'calls that are refused': requestOf('GET', '/api/people'),
  };
  const outcomes: string[] = [];
  for (const [name, request] of Object.entries(kinds)) outcomes.push(`${name}: ${await flood(request, 20_000)}`);
  refused(outcomes.join('; '));
  expect(await inOrder(Object.values(kinds))).toEqual([204, 200, 304, 404, 200, 401, 200]);
  honest('204 200 304 404 200 401, in one packet');
});
