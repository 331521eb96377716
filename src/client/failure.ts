import type { TextKey } from '#src/messages/catalogue.ts';
import { ApiError } from './api.ts';
import { toast } from './toasts.ts';

/** Says in a toast why a call failed: the server's sentence, or `otherwise`. Throws on what is no failed call. */
export function sayFailure(error: unknown, otherwise: TextKey): void {
  if (!(error instanceof ApiError)) throw error;
  toast({ kind: 'error', text: error.message ? { sentence: error.message } : otherwise });
}
