import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy on this machine. `forward` returns the X-Forwarded-For that it sends for the received one. */
export async function openProxy() {
  const proxy = {
    url: '',
    target: '',
    forward: (received: string | undefined): string | undefined => received,
    close: async () => {},
  };
  const server = createServer((incoming, answer) => {
    const { 'x-forwarded-for': received, ...headers } = incoming.headers;
    const forwarded = proxy.forward(received?.toString());
    if (!proxy.target) return void answer.writeHead(404).end('Nothing here');
    const sent = request(
      new URL(incoming.url ?? '/', proxy.target),
      {
        method: incoming.method ?? 'GET',
        headers: { ...headers, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
      },
      (received) => {
        answer.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(answer);
      },
    );
    sent.on('error', () => answer.writeHead(502).end());
    incoming.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on TCP
  proxy.close = () => new Promise((done) => server.close(() => done()));
  return proxy;
}
