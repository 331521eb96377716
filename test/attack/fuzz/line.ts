// Sends raw requests and checks the responses.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Sent } from './requests.ts';

export interface Got {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  tookMs: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const longestMs = 30_000;

/** Sends a request without normalizing its URL, as a browser would. Rejects if there is no response. */
export function send(site: string, { method, path, headers, body }: Sent): Promise<Got> {
  const begun = performance.now();
  const { hostname, port } = new URL(site);
  const { promise, resolve, reject } = Promise.withResolvers<Got>();
  const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...lengthOf(method, body) } });
  sent.setTimeout(longestMs, () => sent.destroy(new Error('no answer')));
  sent.on('error', reject).on('response', (answer) => {
    text(answer).then(
      (got) =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: got,
          tookMs: performance.now() - begun,
        }),
      reject,
    );
  });
  sent.end(body);
  return promise;
}

const lengthOf = (method: string, body: Uint8Array | undefined): Record<string, string> =>
  body || !['GET', 'HEAD'].includes(method) ? { 'content-length': String(body?.length ?? 0) } : {};

// What a response must not disclose: stack traces, file paths, SQL statements and database messages.
const inside =
  /node_modules|^\s+at .+:\d+:\d+|\/src\/[\w/-]+\.tsx?|Failed query|violates [\w-]+ constraint|syntax error at|relation "|invalid input syntax|ECONNREFUSED|ENOENT/m;

/** What is wrong with a response, in a few words; undefined if it is correct. */
export function wrongWith({ status, headers, body, tookMs }: Got, patienceMs: number): string | undefined {
  const leaked = inside.exec(body)?.[0];
  if (leaked) return `shows "${leaked}"`;
  // 503 with Retry-After is intended: the queue is full.
  if (status >= 500 && !(status === 503 && headers['retry-after'])) return `is ${status}: ${body.slice(0, 200)}`;
  if (tookMs > patienceMs) return `took ${Math.round(tookMs)} ms`;
  return undefined;
}
