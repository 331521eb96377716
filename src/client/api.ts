import type { Call, Reply, Who } from '#src/calls/call.ts';
import { isExpired, useSession } from './session.ts';

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
  if (!response.ok) throw refusal(response.status, reply, call.who);
  return reply;
}

/**
 * The error for a failed answer. One that tells that the session is over ends it here as well; of a call that anyone may
 * make, such as a login, 401 tells nothing of the session.
 */
export function refusal(status: number, body: Record<string, unknown>, who: Who = 'member'): ApiError {
  const { user, expire } = useSession.getState();
  if (status === 401 && user.token && who !== 'anyone') expire('leave');
  return new ApiError(status, body);
}

export function callUrl({ path }: Call, { params = {}, query = {} }: CallInput): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length ? `${filled}?${search}` : filled;
}

/** Headers of every call: the page's language, and the token unless it cannot be read. */
export function callHeaders(): Record<string, string> {
  const { token } = useSession.getState().user;
  const usable = token && !isExpired(token);
  return { 'accept-language': document.documentElement.lang, ...(usable && { authorization: `Bearer ${token}` }) };
}
