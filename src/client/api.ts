import type { Call, Reply } from '#src/calls/call.ts';
import type { Who } from '#src/rules/roles.rules.ts';
import { ApiError, noResponseError } from './api-error.ts';
import { startDeadline } from './deadline.ts';
import { withProof } from './proof.ts';
import { isExpired, useSession } from './session.ts';

/** Timeout of a call. Forms with files have a different one: upload.ts. */
const callTimeoutMs = 30_000;

type Values = Record<string, string | number | boolean | undefined>;

export interface CallInput {
  params?: Values;
  query?: Values;
  body?: unknown;
  signal?: AbortSignal;
  /** Without the session's token: the server does not learn who asks. */
  anonymous?: boolean;
  /** Default 30 s. */
  timeoutMs?: number;
  /** The request outlives its page. */
  keepalive?: boolean;
}

/**
 * Makes a call with the session's token. Throws ApiError if it fails, also if the response does not match the contract,
 * such as the login page of a captive portal or a truncated body. If `signal` aborts it, throws fetch's AbortError.
 */
export const callApi = <C extends Call>(call: C, input: CallInput = {}): Promise<Reply<C>> =>
  withProof((proof) => sendCall(call, input, proof), input.signal);

async function sendCall<C extends Call>(call: C, input: CallInput, proof: Record<string, string>): Promise<Reply<C>> {
  const { body, signal, anonymous, timeoutMs = callTimeoutMs, keepalive = false } = input;
  const deadline = startDeadline(timeoutMs, signal);
  const headers = callHeaders(anonymous);
  try {
    const response = await fetch(callUrl(call, input), {
      method: call.method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...proof },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual', // the API never redirects; another host must not receive the password
      signal: deadline.signal,
      keepalive,
    });
    return readReply(call, response.status, await response.text(), headers);
  } catch (cause) {
    throw cause instanceof ApiError || signal?.aborted
      ? cause
      : noResponseError(deadline.passed, call.method !== 'GET', cause);
  } finally {
    deadline.clear();
  }
}

/** Parses the response to a call with these headers by the call's contract for this status. Throws ApiError. */
export function readReply<C extends Call>(call: C, status: number, text: string, headers: CallHeaders): Reply<C> {
  const answer = parseJson(text);
  const reply = call.reply[status]?.safeParse(answer);
  if (reply?.success) return reply.data as Reply<C>; // by the contract
  if (status < 400) throw new ApiError('parsing');
  throw apiErrorOf(status, answer, headers, call.who);
}

/**
 * The error for a response with an error status. A 401 also ends the session in the browser, except in four cases: the
 * call is open to anyone (such as a login), the response requires a second factor, it is not from our server, or a login
 * has replaced the session meanwhile.
 */
export function apiErrorOf(status: number, answer: unknown, sent: CallHeaders, who: Who = 'member'): ApiError {
  const body = isProblem(answer) ? answer : {};
  const { user, expire } = useSession.getState();
  const isReplaced = sent.authorization !== undefined && sent.authorization !== bearer(user.token);
  const isEnded = status === 401 && body.code && body.code !== 'two_step' && user.token && !isReplaced;
  if (isEnded && who !== 'anyone') expire('leave');
  return new ApiError('status', { status, body });
}

/** Whether a response body is a `Problem`, the error format of our API. */
export const isProblem = (answer: unknown): answer is Record<string, unknown> =>
  typeof answer === 'object' && answer !== null && 'code' in answer && 'error' in answer;

/** Parses JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
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

export type CallHeaders = Record<string, string> & { authorization?: string };

const bearer = (token: string) => `Bearer ${token}`;

/** Headers of every call: the page's language, and the token unless it is undecodable, has expired or is not to be sent. */
export function callHeaders(anonymous = false): CallHeaders {
  const { token } = useSession.getState().user;
  const usable = !anonymous && token && !isExpired(token);
  return { 'accept-language': document.documentElement.lang, ...(usable && { authorization: bearer(token) }) };
}
