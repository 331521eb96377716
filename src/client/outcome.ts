import type { TextKey } from '#src/messages/catalogue.ts';
import { toastFailure } from './failure.ts';
import { toast } from './toasts.ts';

/**
 * Makes a change, and shows a toast: the server's message or the text that `change` returns, or why it failed. Resolves
 * with whether it succeeded.
 */
export async function toastOutcome(
  change: () => Promise<{ message: string } | TextKey>,
  failed: TextKey,
): Promise<boolean> {
  try {
    const done = await change();
    toast({ kind: 'success', text: typeof done === 'string' ? done : { sentence: done.message } });
    return true;
  } catch (error) {
    toastFailure(error, failed);
    return false;
  }
}
