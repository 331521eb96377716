import type { TextKey } from '#src/messages/catalogue.ts';
import { toast } from './toasts.ts';

/** Copies a text to the clipboard and shows a toast with the result. Browsers require TLS and permission. */
export async function copyText(text: string, done: TextKey, failed: TextKey): Promise<boolean> {
  const copied = await Promise.resolve()
    .then(() => navigator.clipboard.writeText(text)) // without TLS there is no clipboard
    .then(
      () => true,
      () => false,
    );
  toast(copied ? { kind: 'success', text: done } : { kind: 'error', text: failed });
  return copied;
}
