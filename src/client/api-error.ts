/**
 * Why a call has failed: the response has an error status (`status`) or does not match the contract (`parsing`), there
 * was none in time (`timeout`), or none at all (`fetch`, or `offline` if the browser reports that it has no network).
 */
export type FailureKind = 'status' | 'parsing' | 'timeout' | 'fetch' | 'offline';

interface Failure {
  status?: number;
  body?: Record<string, unknown>;
  /** The call changes data; the change may have been made although no response arrived. */
  changing?: boolean;
  cause?: unknown;
}

/** A failed call. `status` is 0 and `body` is empty unless our server has responded. */
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
    this.fields = (body.fields ?? {}) as Record<string, string>; // see `Problem`
    this.changing = changing;
  }
}

/** The error for a request without a response; `late` if its deadline has passed. */
export const noResponseError = (late: boolean, changing = false, cause?: unknown): ApiError =>
  new ApiError(late ? 'timeout' : navigator.onLine ? 'fetch' : 'offline', { changing, cause });
