import { useEffect, useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import type { StoryErrors } from '#src/news/stories/stories.rules.ts';
import type { UploadCount } from '#src/newsroom/text-editor/web/story-text.ts';

/**
 * Lets a save of the story wait until the pictures that were pasted into its text have been uploaded. `onCount` is
 * called when the number of pending or failed pictures changes.
 */
export function useDeferredSave(save: (stays: boolean) => void, onCount: () => void) {
  const { t } = useTexts();
  const [{ pending, failed }, setUploads] = useState<UploadCount>({ pending: 0, failed: 0 });
  /** Whether the save that waits stays on the page; null if none waits. */
  const [waiting, setWaiting] = useState<boolean | null>(null);
  const isWaiting = waiting !== null;
  const mustWait = pending > 0 && !failed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `save` is that of the newest form
  useEffect(() => {
    if (waiting === null || mustWait) return;
    setWaiting(null);
    save(waiting);
  }, [waiting, mustWait]);
  const errors: StoryErrors = failed
    ? { news_description: { key: 'editor.picturesFailed', params: { count: failed } } }
    : {};
  return {
    isWaiting,
    errors,
    /** Whether a save has to wait; it then starts by itself. A failed upload ends the wait, and its error is shown. */
    mustWait(stays: boolean): boolean {
      if (mustWait) setWaiting(stays);
      return mustWait;
    },
    onUploads(count: UploadCount): void {
      setUploads(count);
      onCount();
    },
    status: (
      <p role="status" className="text-sm empty:hidden">
        {pending > 0 && t('editor.uploading', { count: pending })}
        {isWaiting && ` ${t('editor.savedAfterwards')}`}
      </p>
    ),
  };
}
