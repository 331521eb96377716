import type { z } from 'zod';
import type { Call } from '#src/calls/call.ts';
import { useSession } from './session.ts';

/** Where the API is, and what its paths to pictures and files are appended to. */
export const apiHost = '/api';

/** A call that was answered with a failure; or not answered at all, with status 0. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(typeof body.error === 'string' ? body.error : '');
    this.status = status;
    this.body = body;
    this.fields = (body.fields ?? {}) as Record<string, string>; // the shape of every failure of our API
  }
}

type Values = Record<string, string | number | boolean | undefined>;

export interface CallInput {
  params?: Values;
  query?: Values;
  body?: unknown;
  form?: FormData;
  signal?: AbortSignal;
}

type Reply<C extends Call> = z.output<C['reply'][keyof C['reply'] & number]>;

/** Makes a call with the session's token. Throws ApiError with the server's sentence when it fails. */
export async function callApi<C extends Call>(call: C, input: CallInput = {}): Promise<Reply<C>> {
  const { body, form, signal } = input;
  const response = await fetch(callUrl(call, input), {
    method: call.method,
    headers: { ...callHeaders(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    ...(signal && { signal }),
  }).catch((cause) => {
    throw signal?.aborted ? cause : new ApiError(0, {});
  });
  const reply = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, reply);
  return reply;
}

export function callUrl({ path }: Call, { params = {}, query = {} }: CallInput): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length ? `${filled}?${search}` : filled;
}

export function callHeaders(): Record<string, string> {
  const { token } = useSession.getState().user;
  return { 'accept-language': document.documentElement.lang, ...(token && { authorization: `Bearer ${token}` }) };
}
