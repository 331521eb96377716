import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for the answer to an earlier one. Browsers and proxies send none. */
export const maxPipelined = 100;

/**
 * Answers the requests of a connection one after the other, each in a turn of the event loop of its own, and closes a
 * connection on which more than `maxPipelined` wait. Node hands over all requests of a packet at once: 2 MB of them, read
 * in one turn, would be tens of thousands of answers before anybody else gets one.
 */
export function limitPipelining(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  const handle: RequestListener = (request, response) => {
    for (const handler of handlers) handler(request, response);
  };
  const queues = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>(); // of connections with a request under way

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    response.setMaxListeners(20); // a response that is compressed while it is sent has eleven
    response.once('close', () => setImmediate(answerNext, request.socket));
    handle(request, response);
  };
  const answerNext = (socket: Socket) => {
    const next = socket.destroyed ? undefined : queues.get(socket)?.shift();
    if (next) answer(...next);
    else queues.delete(socket);
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, []);
      answer(request, response);
    } else if (queue.length < maxPipelined) queue.push([request, response]);
    else socket.destroy();
  });
}
