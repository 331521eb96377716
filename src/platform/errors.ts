import type { TextKey, TextParams } from '#src/messages/catalogue.ts';

/** Every way in which a call can fail, with its status. Outsiders read the code: add, never rename. */
export const statusOf = {
  bad_request: 400,
  unauthenticated: 401,
  plan_needed: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  wrong_type: 415,
  range_not_satisfiable: 416,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  /** The password fits; the same call wants a second step as well. */
  two_step: 401,
  /** The password (and the second step) was given too long ago for this. */
  confirm_password: 403,
  /** The newsroom wants a second step, which this account has not set up in time. */
  two_step_setup: 403,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** A text of the catalogue with what goes into it; translated where the answer is written. */
export interface Text {
  key: TextKey;
  params?: TextParams;
}

export interface AppErrorDetails {
  /** Field name to reason. */
  fields?: Record<string, Text>;
  /** More members for the answer's JSON, such as the other editor's text in a conflict. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A failure that its reader can do something about. Anything else that is thrown is `internal` and stays in the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly text: Text;
  readonly details: AppErrorDetails;

  constructor(code: ErrorCode, text: Text | TextKey, details: AppErrorDetails = {}) {
    const { key, params } = typeof text === 'string' ? { key: text, params: undefined } : text;
    super(key, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.text = params ? { key, params } : { key };
    this.details = details;
  }
}

/** A form with faults: the sentence of the first stands for all. */
export function invalid(fields: Record<string, Text>): AppError {
  const [first] = Object.values(fields);
  return new AppError('invalid', first ?? 'errors.invalidField', { fields });
}
