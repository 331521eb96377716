// Answers every request with nothing: what a request costs Node itself.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // listens on TCP
  process.stdout.write(`It is at http://127.0.0.1:${port}\n`); // as `start` expects it
});
process.on('SIGTERM', () => process.exit(0));
