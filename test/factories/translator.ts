import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Asked {
  q: string[];
  source: string;
  target: string;
  format: string;
  api_key?: string;
}

interface Answer {
  status: number;
  body: unknown;
  location?: string;
}

/** A server with LibreTranslate's protocol; it translates to upper case, or with `answer`. */
export async function openTranslator() {
  const asked: Asked[] = [];
  const translator = {
    asked,
    /** How many requests the client has cancelled. */
    cancelled: 0,
    answer: ({ q }: Asked): Answer | Promise<Answer> => ({
      status: 200,
      body: { translatedText: q.map((text) => text.replaceAll(/[^<>]+(?=<|$)/g, (words) => words.toUpperCase())) },
    }),
    url: '',
    close: async () => void server.close(),
  };
  const server = createServer(async (request, response) => {
    const task = (await json(request)) as Asked;
    asked.push(task);
    response.once('close', () => {
      if (!response.writableFinished) translator.cancelled += 1;
    });
    const { status, body, location } =
      request.url === '/translate' ? await translator.answer(task) : { status: 404, body: {}, location: undefined };
    response
      .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
      .end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  translator.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return translator;
}
