// What node:http alone gives with the same bytes: fetches a page once as a browser would, and sends it to everyone.
//   node bench/bare.ts http://localhost:3000/news
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

const [page = ''] = process.argv.slice(2);
get(page, { headers: { 'accept-encoding': 'br' } }, async (answer) => {
  const body = Buffer.concat(await answer.toArray());
  const headers = { ...answer.headers, 'content-length': body.length };
  const server = createServer((_, reply) => reply.writeHead(200, headers).end(body));
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`News Wing is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`); // it listens on a port
  });
});
process.on('SIGTERM', () => process.exit(0));
