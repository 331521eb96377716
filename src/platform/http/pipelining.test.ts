import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { talk } from '#test/attack/wire.ts';
import { limitPipelining, maxPipelined } from './pipelining.ts';

async function listening(handle: RequestListener) {
  const server = createServer(handle);
  limitPipelining(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const request = (path: string, end = '') => `GET ${path} HTTP/1.1\r\nhost: paper.test\r\n${end}\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nhost: paper.test\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const last = request('/last', 'connection: close\r\n');
const bodiesOf = (answer: string) => [...answer.matchAll(/<(.*?)>/g)].map(([, body]) => body);

test('the requests of a connection are answered in their order, each in its own turn of the event loop', async () => {
  let turn = 0;
  let isOver = false;
  const turns: number[] = [];
  const site = await listening(async ({ url }, response) => {
    turns.push(turn);
    if (url === '/slow') for (let n = 0; n < 5; n++) await nextTurn();
    response.end(`<${url}>`);
  });
  const countTurns = async () => {
    for (; !isOver; turn++) await nextTurn();
  };
  const counting = countTurns();
  const answer = await talk(site, ['/slow', '/1', '/2', '/3'].map((path) => request(path)).join('') + last);
  isOver = true;
  await counting;
  expect(bodiesOf(answer)).toEqual(['/slow', '/1', '/2', '/3', '/last']);
  expect(new Set(turns).size).toBe(5);
});

test('a request that waits keeps its body', async () => {
  const site = await listening(async (incoming, response) => {
    const body = await new Response(incoming as never).text();
    response.end(`<${incoming.url} ${body.length}>`);
  });
  const long = 'x'.repeat(200_000);
  const answer = await talk(site, post('/a', 'a') + post('/b', long) + post('/c', '') + last);
  expect(bodiesOf(answer)).toEqual(['/a 1', '/b 200000', '/c 0', '/last 0']);
});

test('a connection on which too many wait is closed, and what waited is not begun', async () => {
  let begun = 0;
  const site = await listening((_request, response) => {
    begun += 1;
    setTimeout(() => response.end('<late>'), 50);
  });
  const allowed = await talk(site, request('/').repeat(3) + last);
  expect(bodiesOf(allowed)).toHaveLength(4);
  begun = 0;
  expect(await talk(site, request('/').repeat(maxPipelined + 2))).toBe('');
  expect(begun).toBe(1);
});
