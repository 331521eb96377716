import { useEffect, useReducer, useRef } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { failureText } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { type MediaItem, mediaCalls, mediaFileCalls } from '../media.contract.ts';

export interface Upload {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'stopped';
  /** From 0 to 1. */
  part: number;
  error?: string;
  item?: MediaItem;
}

// One picture is encoded while the next one is on the way.
const atOnce = 2;
let lastKey = 0;

// By type or name only: the server checks the content.
const isVideoOrAudio = ({ type, name }: File) =>
  /^(?:video|audio)\//.test(type) || /\.(?:mp4|m4v|webm|mp3|m4a|ogg|oga|opus)$/i.test(name);

const newUpload = (file: File): Upload => {
  lastKey += 1;
  return { key: lastKey, file, state: 'waiting', part: 0 };
};

type Change = { add: Upload[] } | { key: number; to: Partial<Upload> };

const reduce = (uploads: Upload[], change: Change): Upload[] =>
  'add' in change
    ? [...uploads, ...change.add]
    : uploads.map((upload) => (upload.key === change.key ? { ...upload, ...change.to } : upload));

/**
 * Uploads files to the library, each in its own request with its own error. Those with more than `maxBytes` are not sent;
 * by default the server decides.
 */
export function useUploads(onUploaded?: (item: MediaItem, key: number) => void, maxBytes = Number.POSITIVE_INFINITY) {
  const { t } = useTexts();
  const [uploads, change] = useReducer(reduce, []);
  const started = useRef(new Map<number, AbortController>());
  const ended = useRef(onUploaded);
  ended.current = onUploaded;

  const send = async ({ key, file }: Upload, { signal }: AbortController) => {
    if (file.size > maxBytes) {
      started.current.delete(key);
      const error = t('errors.fileTooLarge', { megabytes: Math.floor(maxBytes / 1024 / 1024) });
      return change({ key, to: { state: 'failed', error } });
    }
    change({ key, to: { state: 'sending', part: 0 } });
    const form = new FormData();
    form.set('file', file, file.name);
    try {
      const call = isVideoOrAudio(file) ? mediaFileCalls.upload : mediaCalls.uploadPicture;
      const item: MediaItem = await uploadForm(call, { form, signal }, (part) => change({ key, to: { part } }));
      change({ key, to: { state: 'done', part: 1, item } });
      ended.current?.(item, key);
      void refetch(mediaCalls.list);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (signal.aborted) change({ key, to: { part: 0 } });
      else change({ key, to: { state: 'failed', error: failureText(error, 'media.uploadFailed', t) } });
    } finally {
      started.current.delete(key);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins what waits whenever an upload changes
  useEffect(() => {
    const waiting = uploads.filter(({ key, state }) => state === 'waiting' && !started.current.has(key));
    for (const upload of waiting.slice(0, atOnce - started.current.size)) {
      const abort = new AbortController();
      started.current.set(upload.key, abort);
      void send(upload, abort);
    }
  }, [uploads]);

  return {
    uploads,
    /** Returns the key of each. */
    add: (files: Iterable<File>): number[] => {
      const added = [...files].map(newUpload);
      change({ add: added });
      return added.map(({ key }) => key);
    },
    /** Begins again with one that has failed or was stopped. */
    retry: (key: number) => change({ key, to: { state: 'waiting', part: 0 } }),
    stop: (key: number) => {
      change({ key, to: { state: 'stopped' } });
      started.current.get(key)?.abort();
    },
    update: (key: number, item: MediaItem) => change({ key, to: { item } }),
  };
}
