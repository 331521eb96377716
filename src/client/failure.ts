import type { TextKey, Translate } from '#src/messages/catalogue.ts';
import { ApiError } from './api-error.ts';
import { toast } from './toasts.ts';

/** The text for a call without a readable answer; undefined if the server answered with an error. */
export function reasonOf({ kind, changing }: ApiError): TextKey | undefined {
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

/** Why a call failed, for a place on the page: the server's sentence, or `otherwise` with what is known beside it. */
export function failureText(error: ApiError, otherwise: TextKey, t: Translate): string {
  const reason = reasonOf(error);
  return error.message || [t(otherwise), reason && t(reason)].filter(Boolean).join(' ');
}

interface FailureWords {
  /** Shows `otherwise` in any case, with the server's message below it; by default that message replaces it. */
  always?: boolean;
  durationMs?: number;
}

/** Shows a toast with the reason why a call failed. Rethrows errors other than ApiError. */
export function sayFailure(
  error: unknown,
  otherwise: TextKey,
  { always = false, durationMs }: FailureWords = {},
): void {
  if (!(error instanceof ApiError)) throw error;
  const sentence = error.message && { sentence: error.message };
  const detail = (always && sentence) || reasonOf(error);
  toast({
    kind: 'error',
    text: (!always && sentence) || otherwise,
    ...(detail && { detail }),
    ...(durationMs && { durationMs }),
  });
}
