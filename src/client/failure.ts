import type { TextKey, Translate } from '#src/messages/catalogue.ts';
import { ApiError } from './api-error.ts';
import { toast } from './toasts.ts';

/** Why a call has no answer of the server; nothing of one that the server has refused. */
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
  /** Said in any case, with the server's sentence below it; where it is not, that sentence stands in its place. */
  always?: boolean;
  durationMs?: number;
}

/** Says in a toast that and why a call failed. Throws on what is no failed call. */
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
