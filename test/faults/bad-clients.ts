import { readdir, readFile, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const head = (method: string, path: string, address: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: paper.test\r\nx-forwarded-for: ${address}\r\n${more}\r\n`;
const formHead = 'content-type: application/json\r\ncontent-length: 300\r\n';

interface Target {
  port: number;
  /** What is read slowly: a path and the token for it. */
  download: { path: string; token: string };
}

/** Connections that a healthy client would not leave like this. None of them ends by itself. */
const kinds: Record<string, (socket: Socket, address: string, target: Target) => unknown> = {
  'sends nothing': () => undefined,
  'sends a head byte by byte': (socket, address) => trickle(socket, head('GET', '/news', address)),
  'sends a head and no body': (socket, address) => socket.write(head('POST', '/api/enquiries', address, formHead)),
  'sends a body byte by byte': (socket, address) => {
    socket.write(head('POST', '/api/enquiries', address, formHead));
    return trickle(socket, '{'.padEnd(300));
  },
  'reads an edition at a byte a second': (socket, address, { download: { path, token } }) => {
    socket.write(head('GET', path, address, `authorization: Bearer ${token}\r\n`));
    return sip(socket);
  },
  // Nothing of the answer is read, and there is no FIN: as when a phone has lost its network behind a proxy.
  'vanishes after a request': (socket, address, { download: { path, token } }) => {
    socket.write(head('GET', path, address, `authorization: Bearer ${token}\r\n`));
    socket.pause();
  },
  'vanishes between two requests': (socket, address) => {
    socket.write(head('GET', '/healthz', address));
    socket.pause();
  },
};

async function trickle(socket: Socket, text: string) {
  for (const character of text.slice(0, -1)) {
    if (!socket.writable) return;
    socket.write(character);
    await sleep(1000);
  }
}

async function sip(socket: Socket) {
  socket.pause();
  while (!socket.destroyed) {
    socket.read(1);
    await sleep(1000);
  }
}

/** Opens this number of connections of each kind to a node, a half of them from one address. */
export function openBadClients(count: number, target: Target) {
  const sockets: Socket[] = [];
  const kindOf = new Map<number, string>(); // by the port of the client, as long as it is its own
  for (const [index, [name, kind]] of Object.entries(kinds).entries())
    for (let n = 0; n < count; n++) {
      // Else a few read on while others wait, since a stream takes 64 kB at once.
      const options = { port: target.port, host: '127.0.0.1', highWaterMark: 1 };
      const socket = connect(options);
      socket.on('error', () => undefined); // the node may reset it
      socket.on('connect', () => {
        const { localPort = 0 } = socket;
        kindOf.set(localPort, name);
        socket.on('close', () => kindOf.delete(localPort));
      });
      sockets.push(socket);
      const address = n % 2 ? '203.0.113.9' : `198.51.${index}.${n}`;
      void kind(socket, address, target);
    }
  return {
    count: sockets.length,
    /** How many of each kind the node has not closed. */
    open: async () => {
      const ports = await clientsOf(target.port);
      return Object.fromEntries(
        Map.groupBy(
          ports.flatMap((port) => kindOf.get(port) ?? []),
          (name) => name,
        )
          .entries()
          .map(([name, all]) => [name, all.length]),
      );
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

const openStates = new Set(['01', '08']); // ESTABLISHED, and CLOSE_WAIT: only the client has closed it

/** The ports of the clients that a server has open connections with, as the kernel lists them. */
async function clientsOf(port: number): Promise<number[]> {
  const lists = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
  return lists.flatMap((list) =>
    list.split('\n').flatMap((line) => {
      // "0: 0100007F:0BB8 0100007F:D431 01 …"
      const [, own = '', other = '', state = ''] = line.trim().split(/\s+/);
      const portOf = (address: string) => Number.parseInt(address.split(':')[1] ?? '', 16);
      return portOf(own) === port && openStates.has(state) ? [portOf(other)] : [];
    }),
  );
}

/** How many sockets a process has open. */
export async function socketsOf(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const targets = await Promise.all(
    (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')), // closed meanwhile
  );
  return targets.filter((target) => target.startsWith('socket:')).length;
}

/** The memory of a process, in MB. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
