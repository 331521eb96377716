/**
 * Why a call has failed: the server answered with a `status` of failure; the answer is none of its contract (`parsing`);
 * there was none in time (`timeout`), or none at all (`fetch`, or `offline` where the browser knows that it has no network).
 */
export type FailureKind = 'status' | 'parsing' | 'timeout' | 'fetch' | 'offline';

interface Failure {
  status?: number;
  body?: Record<string, unknown>;
  /** The call changes something, which may have been done although no answer arrived. */
  changing?: boolean;
  cause?: unknown;
}

/** A call that has failed. `status` is 0 and `body` is empty unless the server itself answered. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly body: Record<string, unknown>;
  readonly changing: boolean;

  constructor(kind: FailureKind, { status = 0, body = {}, changing = false, cause }: Failure = {}) {
    super(typeof body.error === 'string' ? body.error : '', { cause });
    this.kind = kind;
    this.status = status;
    this.body = body;
    this.fields = (body.fields ?? {}) as Record<string, string>; // the shape of every failure of our API
    this.changing = changing;
  }
}

/** The error for a request without an answer; `late` if its deadline has passed. */
export const unanswered = (late: boolean, changing = false, cause?: unknown): ApiError =>
  new ApiError(late ? 'timeout' : navigator.onLine ? 'fetch' : 'offline', { changing, cause });
