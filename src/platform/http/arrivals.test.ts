import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { arrivalsAt } from './arrivals.ts';

test('connections that have arrived together are accepted before what waits for them goes on', async () => {
  const server = createServer((socket) => void socket.resume());
  const arrivals = arrivalsAt(server);
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'connection');
  expect(accepted).toBeLessThan(40);
  await arrivals();
  expect(accepted).toBe(40);
  await arrivals(); // no connection arrives
});
