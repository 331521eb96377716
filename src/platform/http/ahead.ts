import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/**
 * Lets `answer` answer requests ahead of the framework and its hooks, for what has to take microseconds. The framework
 * gets those for which it returns false.
 */
export function answerAhead(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const [handle] = server.listeners('request') as RequestListener[]; // the framework's, or one that was put before it
  if (!handle) throw new Error('The server has no request listener yet');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!answer(request, response)) handle(request, response);
  });
}
