import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What a server does with a connection once a client has sent something: the beginning of its request. */
export type Hostility = (socket: Socket, request: string) => void;

/** A TCP server on this machine that answers the first bytes of each connection with `answer`, which may be replaced. */
export async function openHostileServer(answer: Hostility, greeting?: string) {
  const sockets = new Set<Socket>();
  const state = { answer, connections: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    state.connections += 1;
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (greeting) socket.write(greeting);
    socket.once('data', (bytes) => state.answer(socket, bytes.toString('latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`, // listens on TCP
    state,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Writes a text again and again, as fast as it is read, until the client has gone. */
export function repeat(socket: Socket, text: string | Buffer): void {
  const more = () => {
    while (socket.writable && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

const ok = 'HTTP/1.1 200 OK\r\n';
const block = 'x'.repeat(65_536);

/** HTTP that never ends, or is none. */
export const hostileAnswers: Record<string, Hostility> = {
  nothing: () => {},
  'a byte now and then': (socket) => {
    const timer = setInterval(() => socket.write('H'), 100);
    socket.on('close', () => clearInterval(timer));
  },
  'headers without end': (socket) => {
    socket.write(ok);
    repeat(socket, `x: ${block}`);
  },
  'many headers': (socket) => {
    socket.write(ok);
    repeat(socket, 'x: y\r\n'.repeat(1000));
  },
  'early hints without end': (socket) => repeat(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\n'.repeat(100)),
  'another protocol': (socket) => socket.end('220 mail.example ESMTP\r\n'),
  'a change of protocols': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'no bytes': (socket) => socket.end(),
  'a reset': (socket) => socket.resetAndDestroy(),
};

/** A whole answer. Its length is that of the body, unless `headers` say otherwise. */
export const answerWith =
  (body: string | Buffer, headers: Record<string, string> = {}, status = '200 OK'): Hostility =>
  (socket) => {
    const lines = Object.entries({
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      ...headers,
    });
    socket.write(`HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    socket.end(body);
  };

/** A body that never ends, after these headers. */
export const endlessBody =
  (text: string | Buffer, headers: Record<string, string> = {}, status = '200 OK'): Hostility =>
  (socket) => {
    const lines = Object.entries({ connection: 'close', ...headers });
    socket.write(`HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    repeat(socket, text);
  };
