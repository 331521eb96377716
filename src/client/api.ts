import type { Call, Reply, Who } from '#src/calls/call.ts';
import { ApiError, unanswered } from './api-error.ts';
import { startDeadline } from './deadline.ts';
import { isExpired, useSession } from './session.ts';

/** A call without an answer after this long has failed. Forms with files have no such limit: upload.ts. */
const callTimeoutMs = 30_000;

type Values = Record<string, string | number | boolean | undefined>;

export interface CallInput {
  params?: Values;
  query?: Values;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Makes a call with the session's token. Throws ApiError if it fails, also if the answer does not match the contract, such
 * as the login page of a captive portal or a truncated body. If `signal` aborts it, it throws what fetch throws.
 */
export async function callApi<C extends Call>(call: C, input: CallInput = {}): Promise<Reply<C>> {
  const { body, signal } = input;
  const deadline = startDeadline(callTimeoutMs, signal);
  try {
    const response = await fetch(callUrl(call, input), {
      method: call.method,
      headers: { ...callHeaders(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual', // the API never redirects; another host must not receive the password
      signal: deadline.signal,
    });
    return readReply(call, response.status, await response.text());
  } catch (cause) {
    throw cause instanceof ApiError || signal?.aborted
      ? cause
      : unanswered(deadline.passed, call.method !== 'GET', cause);
  } finally {
    deadline.clear();
  }
}

/** What a call has answered, as its contract has it for this status. Throws ApiError. */
export function readReply<C extends Call>(call: C, status: number, text: string): Reply<C> {
  const answer = parsed(text);
  const reply = call.reply[status]?.safeParse(answer);
  if (reply?.success) return reply.data as Reply<C>; // by the contract
  if (status < 400) throw new ApiError('parsing');
  throw refusal(status, answer, call.who);
}

/**
 * The error for an answer with an error status. A 401 also ends the session in the browser, except in three cases: the
 * call is open to anyone (such as a login), the answer asks for a second step, or it does not come from our server.
 */
export function refusal(status: number, answer: unknown, who: Who = 'member'): ApiError {
  const body = isProblem(answer) ? answer : {};
  const { user, expire } = useSession.getState();
  if (status === 401 && body.code && body.code !== 'two_step' && user.token && who !== 'anyone') expire('leave');
  return new ApiError('status', { status, body });
}

/** Whether an answer is that of our server to a call that fails. */
export const isProblem = (answer: unknown): answer is Record<string, unknown> =>
  typeof answer === 'object' && answer !== null && 'code' in answer && 'error' in answer;

/** The JSON of an answer; undefined for what is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
