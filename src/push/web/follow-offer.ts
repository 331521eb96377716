// After a press on "Follow": offers to notify this device. After an unfollow: ends its notifications.
import type { ReaderLists } from '#src/client/reader-lists.ts';
import { toast } from '#src/client/toasts.ts';
import { supportHere, usePreferences } from './device.ts';
import { changeWithToast } from './preference-toasts.ts';

/** Compares what was followed before a press with what is followed after it. */
export function handleMarks(before: ReaderLists['marks'], after: ReaderLists['marks']): void {
  const changed = Object.entries(after).filter(([key, mark]) => mark !== before[key] && !key.startsWith('story:'));
  const isOn = (marks: ReaderLists['marks'], key: string) => marks[key]?.removed === false;
  const { wanted } = usePreferences.getState();
  // All that are not followed: also removals that could not be saved before.
  const isFollowed = (key: string) => isOn(after, key);
  if (!wanted.every(isFollowed)) void changeWithToast((now) => ({ wanted: now.wanted.filter(isFollowed) }), true);
  // Marks that synchronization has brought were set on another device.
  const [begun] = changed.find(([key, { sent }]) => !sent && !isOn(before, key) && isOn(after, key)) ?? [];
  if (begun && !wanted.includes(begun)) offer(begun);
}

function offer(key: string) {
  const support = supportHere();
  if (support === 'unsupported' || support === 'denied') return; // the page "For you" shows why
  toast({
    kind: 'info',
    text: 'push.offer',
    action: {
      label: 'push.notifyMe',
      run() {
        if (support === 'ios') toast({ kind: 'info', text: 'push.ios', durationMs: 15_000 });
        else void changeWithToast((now) => ({ wanted: [...new Set([...now.wanted, key])] }));
      },
    },
  });
}
