import type { TextKey, Translate } from '#src/messages/catalogue.ts';
import { ApiError } from './api-error.ts';
import { toast } from './toasts.ts';

/** The text for a call without a valid response; undefined if the server responded with an error. */
export function failureReason({ kind, changing }: ApiError): TextKey | undefined {
  switch (kind) {
    case 'parsing':
      return 'shell.unreadable';
    case 'timeout':
      return changing ? 'shell.noAnswerSent' : 'shell.noAnswer';
    case 'fetch':
      return 'shell.unreachable';
    case 'offline':
      return 'shell.offline';
    case 'status':
      return undefined;
  }
}

/** Why a call failed, for display on the page: the server's message, or `otherwise` followed by the reason. */
export function failureText(error: ApiError, otherwise: TextKey, t: Translate): string {
  const reason = failureReason(error);
  return error.message || [t(otherwise), reason && t(reason)].filter(Boolean).join(' ');
}

interface FailureToastOptions {
  /** Shows `otherwise` in any case, with the server's message below it; by default that message replaces it. */
  always?: boolean;
  durationMs?: number;
}

/** Shows a toast with the reason why a call failed. Rethrows errors other than ApiError. */
export function toastFailure(
  error: unknown,
  otherwise: TextKey,
  { always = false, durationMs }: FailureToastOptions = {},
): void {
  if (!(error instanceof ApiError)) throw error;
  const sentence = error.message && { sentence: error.message };
  const detail = (always && sentence) || failureReason(error);
  toast({
    kind: 'error',
    text: (!always && sentence) || otherwise,
    ...(detail && { detail }),
    ...(durationMs && { durationMs }),
  });
}
