// Reads server-sent events as a browser does, over a connection of its own.
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface EventStream {
  status: number;
  headers: IncomingMessage['headers'];
  /** The data of the messages so far. */
  // biome-ignore lint/suspicious/noExplicitAny: the test states the shape it expects
  messages: any[];
  /** The id of the last message. */
  lastId: string | undefined;
  /** Resolves when there is this number of messages. Rejects after some seconds. */
  until(count: number): Promise<void>;
  /** Resolves when the server has closed the connection. */
  ended: Promise<void>;
  close(): void;
}

const longestMs = 10_000;

/** Connects to an event stream; resolves with the head of the answer. */
export async function openEventStream(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const request = get(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  const ended = new Promise<void>((resolve) => response.on('close', resolve));
  const stream: EventStream = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    messages: [],
    lastId: undefined,
    ended,
    close: () => request.destroy(),
    async until(count) {
      const deadline = Date.now() + longestMs;
      while (stream.messages.length < count) {
        if (Date.now() > deadline) throw new Error(`only ${stream.messages.length} of ${count} messages came`);
        await sleep(5);
      }
    },
  };
  let unread = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (unread + text).split('\n\n');
    unread = blocks.pop() ?? '';
    for (const line of blocks.flatMap((block) => block.split('\n'))) {
      if (line.startsWith('id: ')) stream.lastId = line.slice(4);
      if (line.startsWith('data: ')) stream.messages.push(JSON.parse(line.slice(6)));
    }
  });
  response.on('error', () => undefined); // closed by the test
  request.on('error', () => undefined);
  return stream;
}
