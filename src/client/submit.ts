import { useEffect, useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';
import { ApiError } from './api-error.ts';
import { prepareToasts } from './toasts.ts';

/** The state of a form's submission. */
export interface Submission {
  busy: boolean;
  /** Validation errors by field name. */
  errors: Record<string, string>;
  /** Why the last attempt failed. */
  failure: ApiError | null;
  /** Calls `send`. Shows the field errors of the ApiError that it throws, and passes the error to `failed`. */
  submit(send: () => Promise<void>, failed?: (error: ApiError) => void): Promise<void>;
  setErrors(errors: Record<string, string>): void;
  /** Clears the error of a field that is being changed. */
  clear(field: string): void;
  /** Shows validation errors; returns whether there are any. */
  refuse(found: ValidationErrors): boolean;
  /** The properties of a field that is not controlled. */
  field(name: string): { name: string; error: string | undefined; onChange(): void };
}

export function useSubmission(): Submission {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  // Error messages must be loaded before they are needed: the network may be unavailable by then.
  useEffect(() => prepareToasts(), []);
  const submit: Submission['submit'] = async (send, failed) => {
    setBusy(true);
    setErrors({});
    setFailure(null);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.fields);
      setFailure(error);
      failed?.(error);
    } finally {
      setBusy(false);
    }
  };
  const clear = (field: string) => setErrors(({ [field]: _, ...rest }) => rest);
  const refuse = (found: ValidationErrors) => {
    const texts = Object.entries(found).flatMap(([name, error]) => (error ? [[name, t(error.key, error.params)]] : []));
    if (texts.length) setErrors(Object.fromEntries(texts));
    return texts.length > 0;
  };
  const field = (name: string) => ({ name, error: errors[name], onChange: () => clear(name) });
  return { busy, errors, failure, submit, setErrors, clear, refuse, field };
}

/**
 * Wraps `send` so that its field errors are shown even if it runs outside of `submit`, such as the repeated call after
 * re-authentication. Rethrows the error.
 */
export const showingErrors =
  (setErrors: Submission['setErrors'], send: () => Promise<void>): (() => Promise<void>) =>
  () =>
    send().catch((error) => {
      if (error instanceof ApiError) setErrors(error.fields);
      throw error;
    });

/** The text fields of a form by their names. */
export function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}
