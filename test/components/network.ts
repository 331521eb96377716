import type { z } from 'zod';
import type { Call, Problem, Reply } from '#src/calls/call.ts';
import { smallestOf } from './smallest.ts';

// The network of the tests: it answers the calls of the contracts, and replaces the browser's `fetch` and
// `XMLHttpRequest`. Nothing of ours is replaced.

/** What a call has sent. */
export interface Sent {
  url: string;
  /** The parsed JSON, or the form. */
  body: unknown;
}

export type Answer = (sent: Sent) => Response | Promise<Response>;

const contracts = import.meta.glob<Record<string, unknown>>('/src/**/*.contract.ts', { eager: true });

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'reply' in value;

const calls = Object.values(contracts)
  .flatMap((module) => Object.values(module))
  .flatMap((group) => (typeof group === 'object' && group !== null ? Object.values(group) : []))
  .filter(isCall);

const answers = new Map<Call, Answer>();
const sent = new Map<Call, Sent[]>();
let sessionEnded = false;
let offline = false;

/** Makes a call answer this from now on. */
export const answer = (call: Call, given: Answer): unknown => answers.set(call, given);

type DeepPartial<T> = T extends readonly (infer Item)[] ? Item[] : T extends object ? { [K in keyof T]?: T[K] } : T;

/** A successful reply: the smallest that the contract allows, with these members. */
export function reply<C extends Call>(call: C, given?: DeepPartial<Reply<C>>): Answer {
  const [[status, schema] = []] = Object.entries(call.reply);
  const small = schema && smallestOf(schema);
  const isObject = typeof small === 'object' && !Array.isArray(small);
  const body = isObject ? { ...small, ...(given as object) } : (given ?? small);
  const valid = schema?.safeParse(body);
  if (valid && !valid.success) throw new Error(`${call.method} ${call.path} never replies so: ${valid.error}`);
  return () => Response.json(body ?? null, { status: Number(status) });
}

/** A failure in the form of our server, or with an empty `body` of any other. */
export const refusal =
  (status: number, problem: Partial<z.infer<typeof Problem>> & Record<string, unknown> = {}): Answer =>
  () =>
    Response.json(problem, { status });

/** The connection breaks. */
export const broken: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

/** No answer ever comes. */
export const silence: Answer = () => new Promise(() => undefined);

/** What a call has sent in this test. */
export const sentBy = (call: Call): Sent[] => sent.get(call) ?? [];

/** Whether the server no longer has the session of the browser. */
export function setSessionEnded(isEnded: boolean): void {
  sessionEnded = isEnded;
}

export function setOffline(isOffline: boolean): void {
  offline = isOffline;
  dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
}

/** Every call has its smallest reply again. */
export function resetNetwork(): void {
  answers.clear();
  sent.clear();
  sessionEnded = false;
  offline = false;
}

const matches = ({ path }: Call, pathname: string) =>
  new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname);

async function respond(url: string, method: string, headers: Headers, body: unknown): Promise<Response> {
  const { pathname } = new URL(url, location.href);
  // Of `/api/admin/trash` and `/api/admin/:id` the first is meant.
  const call = calls
    .filter((one) => one.method === method && matches(one, pathname))
    .sort((a, b) => a.path.split(':').length - b.path.split(':').length)[0];
  if (!call) throw new Error(`No contract has the call ${method} ${pathname}`);
  const request = { url, body: typeof body === 'string' ? JSON.parse(body) : body };
  sent.set(call, [...sentBy(call), request]);
  if (offline) return broken(request);
  if (sessionEnded && headers.has('authorization') && call.who !== 'anyone')
    return refusal(401, { code: 'unauthenticated', error: 'Session expired. Please log in again.' })(request);
  return (answers.get(call) ?? reply(call))(request);
}

const realFetch = window.fetch;

window.fetch = async (input, init = {}) => {
  if (typeof input !== 'string' || !input.startsWith('/api/')) return realFetch(input, init);
  const aborted = new Promise<never>((_, reject) =>
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
  );
  return Promise.race([respond(input, init.method ?? 'GET', new Headers(init.headers), init.body), aborted]);
};

/** What of XMLHttpRequest `client/upload.ts` uses. */
class StubbedRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => undefined;
  onerror = () => undefined;
  onabort = () => undefined;
  status = 0;
  responseText = '';
  responseURL = '';
  readonly #headers: Record<string, string> = {};
  readonly #abort = new AbortController();
  #method = '';

  open(method: string, url: string) {
    this.#method = method;
    this.responseURL = new URL(url, location.href).href;
  }

  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }

  abort() {
    this.#abort.abort();
  }

  async send(body: FormData) {
    const { signal } = this.#abort;
    try {
      const { pathname, search } = new URL(this.responseURL);
      const response = await fetch(pathname + search, { method: this.#method, headers: this.#headers, body, signal });
      if (response.type === 'error') return this.onerror();
      this.status = response.status;
      this.responseText = await response.text();
    } catch {
      return signal.aborted ? this.onabort() : this.onerror();
    }
    this.onload();
  }
}
window.XMLHttpRequest = StubbedRequest as unknown as typeof XMLHttpRequest; // of which nothing else is used

Object.defineProperty(navigator, 'onLine', { get: () => !offline });
