import { useEffect, useEffectEvent } from 'react';

// Channel between the tabs of one browser: the story form saves a working copy, and an open preview shows it.
const channelOf = (story: number | string) => `story-preview ${story}`;

/** Notifies open previews that a working copy of a story, or the story itself, was saved. */
export function notifyPreviews(story: number): void {
  const channel = new BroadcastChannel(channelOf(story));
  channel.postMessage(null);
  channel.close();
}

/** Calls `onUpdate` after each save of a story's working copy in this browser. */
export function usePreviewUpdates(story: number, onUpdate: () => void): void {
  const update = useEffectEvent(onUpdate);
  useEffect(() => {
    const channel = new BroadcastChannel(channelOf(story));
    channel.onmessage = update;
    return () => channel.close();
  }, [story]);
}
