import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { watchBodyTimeouts } from './body-timeouts.ts';

const lookMs = 100; // the least that must come between two looks is then 50 bytes

/** A server that reads bodies, and one request to it whose body of 300 bytes comes in pieces with pauses; the answer, if there is one. */
async function sendInPieces(pieces: number, pauseMs: number): Promise<string> {
  const bodies = watchBodyTimeouts({ lookMs });
  const server = createServer(async (request, response) => {
    await bodies.watch(request, response, '192.0.2.1', 1000);
    request.on('error', () => {}).on('end', () => response.end('received'));
    request.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    bodies.close();
    server.closeAllConnections();
    server.close();
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => {}).on('data', (data) => (answer += data));
  const over = new Promise((resolve) => socket.on('close', resolve)); // also after a reset
  socket.write(`POST / HTTP/1.1\r\nhost: paper.test\r\nconnection: close\r\ncontent-length: 300\r\n\r\n`);
  for (let piece = 0; piece < pieces && socket.writable; piece++) {
    socket.write('x'.repeat(300 / pieces));
    await sleep(pauseMs);
  }
  await over;
  return answer;
}

test('a body that comes by a byte now and then loses its connection', async () => {
  expect(await sendInPieces(300, 50)).not.toContain('received');
});

test('a body that comes slowly, but as a slow line carries it, is received', async () => {
  expect(await sendInPieces(6, 60)).toContain('received');
});

/** A server that reads bodies of which only the head is sent, at the address that the path names. */
async function heldBodies(options: Parameters<typeof watchBodyTimeouts>[0] = {}) {
  const bodies = watchBodyTimeouts(options);
  const asked: { address: string; request: IncomingMessage }[] = [];
  const refused: string[] = [];
  const server = createServer(async (request, response) => {
    const address = request.url ?? '';
    request.on('error', () => {});
    const reads = await bodies.watch(request, response, address, 1000).then(
      () => true,
      () => false,
    );
    if (!reads) {
      refused.push(address);
      request.destroy();
      return;
    }
    asked.push({ address, request });
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = (path: string) => {
    const head = `POST ${path} HTTP/1.1\r\nhost: paper.test\r\ncontent-length: 300\r\n\r\n`;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(head);
  };
  onTestFinished(() => {
    bodies.close();
    server.closeAllConnections();
    server.close();
  });
  const at = (path: string) => asked.filter(({ address }) => address === path).length;
  return { asked, refused, send, at };
}

test('of many bodies from one address some wait until others have come, and those of another address do not', async () => {
  const { asked, send, at } = await heldBodies();
  for (let n = 0; n < 40; n++) send('/a');
  await expect.poll(() => at('/a')).toBe(32);
  send('/b');
  await expect.poll(() => at('/b')).toBe(1);
  expect(at('/a')).toBe(32);
  for (const { request } of asked.slice(0, 5)) request.destroy();
  await expect.poll(() => at('/a')).toBe(37);
});

test('when too many come in all, the address with the most of them gives way, and to nobody with as many', async () => {
  const { asked, refused, send, at } = await heldBodies({ concurrency: 4 });
  for (const path of ['/a', '/a', '/a', '/b']) send(path);
  await expect.poll(() => asked.length).toBe(4);
  send('/c');
  await expect.poll(() => at('/c')).toBe(1);
  const gone = asked.filter(({ request }) => request.destroyed);
  expect(gone.map(({ address }) => address)).toEqual(['/a']);
  send('/c');
  await expect.poll(() => refused).toEqual(['/c']);
});
