import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type BodyTimeouts, watchBodyTimeouts } from './body-timeouts.ts';

const checkIntervalMs = 100; // the minimum between two checks is then 50 bytes

/** A server that is closed with its test; returns its port. */
async function openServer(
  options: Parameters<typeof watchBodyTimeouts>[0],
  answer: (bodies: BodyTimeouts, request: IncomingMessage, response: ServerResponse) => void,
): Promise<number> {
  const bodies = watchBodyTimeouts(options);
  const server = createServer((request, response) => answer(bodies, request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    bodies.close();
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Sends a body of 300 bytes to a server that reads bodies, in pieces with pauses; returns the response, if there is
 * one.
 */
async function sendInPieces(pieces: number, pauseMs: number): Promise<string> {
  const port = await openServer({ checkIntervalMs }, async (bodies, request, response) => {
    await bodies.watch(request, response, '192.0.2.1', 1000);
    request.on('error', () => {}).on('end', () => response.end('received'));
    request.resume();
  });
  const socket = connect(port, '127.0.0.1');
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

test('a body that trickles in byte by byte loses its connection', async () => {
  expect(await sendInPieces(300, 50)).not.toContain('received');
});

test('a body that arrives at the speed of a slow line is received', async () => {
  expect(await sendInPieces(6, 60)).toContain('received');
});

test('what trickles in of a body whose request was refused loses its connection', async () => {
  const port = await openServer({ checkIntervalMs }, (bodies, request, response) => {
    response.on('finish', () => bodies.watchRest(request)).end('refused');
  });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => {}).on('data', (data) => (answer += data));
  socket.write('POST / HTTP/1.1\r\nhost: paper.test\r\ncontent-length: 1000000\r\n\r\n');
  while (!socket.closed) {
    socket.write('x');
    await sleep(50);
  }
  expect(answer).toContain('refused');
});

/** A server that reads bodies of which only the head is sent; the path is the client's address. */
async function heldBodies(options: Parameters<typeof watchBodyTimeouts>[0] = {}) {
  const asked: { address: string; request: IncomingMessage }[] = [];
  const refused: string[] = [];
  const port = await openServer(options, async (bodies, request, response) => {
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
  });
  const send = (path: string) => {
    const head = `POST ${path} HTTP/1.1\r\nhost: paper.test\r\ncontent-length: 300\r\n\r\n`;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(head);
  };
  const at = (path: string) => asked.filter(({ address }) => address === path).length;
  return { asked, refused, send, at };
}

test('bodies over the limit of one address wait until others have arrived; other addresses do not', async () => {
  const { asked, send, at } = await heldBodies();
  for (let n = 0; n < 40; n++) send('/a');
  await expect.poll(() => at('/a')).toBe(32);
  send('/b');
  await expect.poll(() => at('/b')).toBe(1);
  expect(at('/a')).toBe(32);
  for (const { request } of asked.slice(0, 5)) request.destroy();
  await expect.poll(() => at('/a')).toBe(37);
});

test('over the total limit, the address with the most bodies yields to addresses with fewer', async () => {
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
