import { useId, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { apiHost } from '#src/client/api-host.ts';
import { failureText } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { saveFrom } from '#src/client/save.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { type MediaItemPage, mediaCalls } from '../media.contract.ts';
import { DeleteButton } from './delete-button.tsx';

interface FileActionsProps {
  item: MediaItemPage;
  onReplaced(): void;
  onDeleted(): void;
}

/** The file of a picture: its data, another file for it, its original, and its deletion. */
export function FileActions({ item, onReplaced, onDeleted }: FileActionsProps) {
  const { t, locale } = useTexts();
  const id = useId();
  const [part, setPart] = useState<number>();
  const [error, setError] = useState('');
  const { width, height, uploader, original_url: original } = item;
  const date = indianDateFormat(locale, { dateStyle: 'medium' }).format(new Date(item.created_at));
  const replace = async (file: File) => {
    setError('');
    setPart(0);
    const form = new FormData();
    form.set('file', file, file.name);
    try {
      await uploadForm(mediaCalls.replacePicture, { params: { id: item.id }, form }, setPart);
      toast({ kind: 'success', text: 'media.replaced' });
      onReplaced();
      await refetch(mediaCalls.list);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setError(failureText(error, 'media.replaceFailed', t));
    } finally {
      setPart(undefined);
    }
  };
  const uses = item.used_in.length + item.more_uses;
  const remove = async () => {
    await callApi(mediaCalls.removePicture, { params: { id: item.id } });
    toast({ kind: 'success', text: 'media.deleted' });
    onDeleted();
  };
  return (
    <div className="grid content-start gap-4">
      <div className="text-sm text-soft">
        <p>
          <bdi>{item.file_name}</bdi>
        </p>
        {width && height && <p>{t('media.pixels', { width, height })}</p>}
        <p>{uploader ? t('media.uploadedBy', { name: uploader, date }) : t('media.uploadedOn', { date })}</p>
      </div>
      {item.editable && (
        <div>
          <label htmlFor={id} className="mb-1 block font-semibold text-sm">
            {t('media.replace')}
          </label>
          <input
            id={id}
            type="file"
            accept="image/*,image/heic,image/heif,.heic,.heif"
            disabled={part !== undefined}
            aria-describedby={`${id}-hint`}
            className="block w-full border border-soft p-2"
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) void replace(file);
            }}
          />
          <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
            {t('media.replaceHint')}
          </p>
          {part !== undefined && <Progress label={t('media.upload')} part={part} />}
          {error && (
            <p role="alert" className="mt-1 font-medium text-bad text-sm">
              {error}
            </p>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {original && (
          <Button kind="quiet" onClick={() => saveFrom(apiHost + original, item.file_name)}>
            {t('media.downloadOriginal')}
          </Button>
        )}
        {item.editable && (
          <DeleteButton
            question={t('media.deleteQuestion')}
            reason={uses > 0 ? t('media.inUse', { count: uses }) : undefined}
            remove={remove}
          />
        )}
      </div>
    </div>
  );
}
