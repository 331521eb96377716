import type { TextKey, TextParams } from '#src/messages/catalogue.ts';
import { hasErrors, type ValidationError, type ValidationErrors } from '#src/rules/validation.rules.ts';

/** Error codes with their HTTP status. API clients depend on the codes: add new ones, never rename. */
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
  /** The call must be repeated with a solution of the `challenge` in the response. */
  proof_needed: 429,
  internal: 500,
  unavailable: 503,
  /** The password is correct; the call must be repeated with a second factor. */
  two_step: 401,
  /** The call requires a recent re-authentication (password and second factor). */
  confirm_password: 403,
  /** The newsroom requires a second factor, which this account has not set up in time. */
  two_step_setup: 403,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** A text key with its parameters; translated when the response is written. */
export interface Text {
  key: TextKey;
  params?: TextParams;
}

export interface AppErrorDetails {
  /** Field name to reason. */
  fields?: Record<string, Text>;
  /** More members for the response's JSON, such as the other editor's text in a conflict. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that the user can act on. Any other error becomes `internal`, with its details in the log only. */
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

/**
 * Work that ended unfinished through no fault of its own, and that will be repeated: the site is stopping, or another
 * process has taken over the job.
 */
export class Interrupted extends Error {}

/** A job took longer than it may. */
export class JobExpired extends Error {}

/** The error for an invalid form. The first validation error is the message of the whole. */
export function invalid(errors: ValidationErrors): AppError {
  const found = Object.entries(errors).filter((entry): entry is [string, ValidationError] => entry[1] !== undefined);
  const fields = Object.fromEntries(found);
  const [first] = Object.values(fields);
  return new AppError('invalid', first ?? 'errors.invalidField', { fields });
}

/** Throws `invalid` when there are any errors. */
export function requireValid(errors: ValidationErrors): void {
  if (hasErrors(errors)) throw invalid(errors);
}
