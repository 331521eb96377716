import { ApiError } from '#src/client/api-error.ts';
import { failureReason } from '#src/client/failure.ts';
import { toast } from '#src/client/toasts.ts';
import { type Change, changePreferences } from './device.ts';

/** Changes what this device is notified of and shows the outcome in a toast; if `quiet`, only a failure. */
export async function changeWithToast(change: Change, quiet = false): Promise<void> {
  try {
    const outcome = await changePreferences(change);
    if (outcome === 'denied' || outcome === 'off') {
      if (quiet) return; // the page "For you" shows it
      toast({ kind: 'error', text: outcome === 'off' ? 'push.off' : 'push.denied' });
      return;
    }
    if (!quiet) toast({ kind: 'success', text: outcome === 'saved' ? 'push.saved' : 'push.ended' });
  } catch (error) {
    // The browser itself may refuse: without a network, in a private window, or because its push service is away.
    const detail =
      error instanceof ApiError ? (error.message ? { sentence: error.message } : failureReason(error)) : undefined;
    toast({ kind: 'error', text: 'push.saveFailed', ...(detail && { detail }) });
  }
}
