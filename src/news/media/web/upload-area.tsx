import { type DragEvent, useId, useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { MediaKind } from '#src/news/schema/columns.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Progress } from '#src/ui/progress.tsx';
import type { MediaItem } from '../media.contract.ts';
import { lacksAlt } from '../media.rules.ts';
import { AltPrompt } from './alt-prompt.tsx';
import style from './media.css?url&no-inline';
import { type Upload, useUploads } from './use-uploads.ts';

interface UploadAreaProps {
  /** Pictures, or video and audio files. */
  kind?: MediaKind;
  onUploaded?: (item: MediaItem) => void;
}

const accepted = {
  picture: 'image/*,image/heic,image/heif,.heic,.heif',
  file: 'video/mp4,video/webm,audio/mpeg,audio/mp4,audio/ogg,.mp3,.m4a,.ogg',
};

/** Where files are dropped or chosen; below it their progress, and the prompt for what they show. */
export function UploadArea({ kind = 'picture', onUploaded }: UploadAreaProps) {
  const { t } = useTexts();
  const id = useId();
  const { uploads, add, retry, update } = useUploads(onUploaded);
  const [over, setOver] = useState(false);
  const isPicture = kind === 'picture';
  const lacking = uploads.filter(({ item }) => item && lacksAlt(item)).length;
  const onDrag = (isOver: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <div>
      <link rel="stylesheet" href={style} precedence="own" />
      <section
        aria-label={t('media.uploads')}
        className="media-drop"
        data-over={over}
        onDragOver={onDrag(true)}
        onDragLeave={onDrag(false)}
        onDrop={(event) => {
          onDrag(false)(event);
          add(event.dataTransfer.files);
        }}
      >
        <label htmlFor={`${id}-files`} className="mb-1 block font-semibold text-sm">
          {t(isPicture ? 'media.add' : 'media.addFiles')}
        </label>
        <input
          id={`${id}-files`}
          type="file"
          multiple
          accept={isPicture ? accepted.picture : accepted.file}
          aria-describedby={`${id}-hint`}
          className="block w-full border border-soft p-2"
          onChange={(event) => {
            add(event.target.files ?? []);
            event.target.value = ''; // the same file may be chosen again after it has failed
          }}
        />
        <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
          {t(isPicture ? 'media.addHint' : 'media.addFilesHint')}
        </p>
      </section>
      {uploads.length > 0 && (
        <div className="mt-4">
          <p role="status" className="font-semibold">
            {lacking > 0 && t('media.altMissingCount', { count: lacking })}
          </p>
          <ul aria-label={t('media.uploads')} className="mt-2">
            {uploads.map((upload) => (
              <li key={upload.key} className="media-upload">
                <UploadRow
                  upload={upload}
                  onRetry={() => retry(upload.key)}
                  onChanged={(item) => update(upload.key, item)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface UploadRowProps {
  upload: Upload;
  onRetry(): void;
  onChanged(item: MediaItem): void;
}

function UploadRow({ upload: { file, state, part, error, item }, onRetry, onChanged }: UploadRowProps) {
  const { t } = useTexts();
  return (
    <>
      {item?.kind === 'picture' ? <img src={apiHost + (item.thumbnail_url ?? item.url)} alt="" /> : <span />}
      <div>
        <p className="truncate text-sm">
          <bdi>{file.name}</bdi>
        </p>
        {state === 'waiting' && <p className="text-sm text-soft">{t('media.waiting')}</p>}
        {state === 'sending' && <Progress label={t('media.upload')} part={part} />}
        {state === 'failed' && (
          <>
            <p role="alert" className="font-medium text-bad text-sm">
              {error}
            </p>
            <Button kind="quiet" className="mt-2" onClick={onRetry}>
              {t('media.uploadRetry')}
            </Button>
          </>
        )}
        {item && item.kind !== 'picture' && <p className="text-sm text-soft">{t('media.saved')}</p>}
        {item?.kind === 'picture' && <AltPrompt item={item} onChanged={onChanged} />}
      </div>
    </>
  );
}
