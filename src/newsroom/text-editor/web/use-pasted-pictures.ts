import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useEffect, useMemo, useRef } from 'react';
import type { MediaItem } from '#src/news/media/media.contract.ts';
import { useUploads } from '#src/news/media/web/use-uploads.ts';
import { editorEvents } from './paste.ts';
import type { UploadCount } from './story-text.ts';
import { keysIn, withPictures } from './uploads.ts';

type PictureUploads = Pick<ReturnType<typeof usePictureUploads>, 'uploads' | 'arrived' | 'place'>;

/** Uploads the pictures that an editor with these events gets by pasting and dropping. */
export function usePictureUploads(maxBytes: number) {
  const arrived = useRef(new Map<number, MediaItem>());
  const place = useRef<() => void>(() => undefined);
  const uploads = useUploads((item, key) => {
    arrived.current.set(key, item);
    place.current();
  }, maxBytes);
  const newest = useRef(uploads);
  newest.current = uploads;
  const events = useMemo(
    () =>
      editorEvents({
        maxBytes,
        add: (files) => newest.current.add(files),
        has: (key) => newest.current.uploads.some((upload) => upload.key === key),
      }),
    [maxBytes],
  );
  return { uploads, arrived, place, events };
}

/**
 * Puts the pictures that have been uploaded in place of their placeholders. An upload whose placeholder was removed stops,
 * and begins again when that is undone.
 */
export function usePlaceholders(
  editor: Editor,
  { uploads, arrived, place }: PictureUploads,
  onCount: (count: UploadCount) => void,
): UploadCount {
  const { uploads: all, retry, stop } = uploads;
  const keys = useEditorState({ editor, selector: ({ editor }) => keysIn(editor.state.doc) });
  useEffect(() => {
    place.current = () => {
      const change = editor.isDestroyed ? undefined : withPictures(editor.state, arrived.current);
      if (change) editor.view.dispatch(change);
    };
    // Undoing and pasting may bring a placeholder back whose picture is there already.
    const onUpdate = () => place.current();
    editor.on('update', onUpdate);
    return () => void editor.off('update', onUpdate);
  }, [editor, arrived, place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when placeholders or uploads change
  useEffect(() => {
    const placed = new Set(keysIn(editor.state.doc));
    for (const { key, state } of all) {
      if (placed.has(key) && state === 'stopped') retry(key);
      if (!placed.has(key) && (state === 'waiting' || state === 'sending')) stop(key);
    }
  }, [all, keys, editor]);
  const failed = all.filter(({ key, state }) => state === 'failed' && keys.includes(key)).length;
  const pending = new Set(keys).size - failed;
  const newest = useRef(onCount);
  newest.current = onCount;
  useEffect(() => newest.current({ pending, failed }), [pending, failed]);
  return { pending, failed };
}
