import type { SubmitEvent } from 'react';
import { callApi } from '#src/client/api.ts';
import { apiHost } from '#src/client/api-host.ts';
import { failureText, toastFailure } from '#src/client/failure.ts';
import { useCall } from '#src/client/queries.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea, TextField } from '#src/ui/field.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { type MediaItemPage, mediaFileCalls } from '../../media.contract.ts';
import { useMediaName } from './media-grid.tsx';
import { MediaUses } from './media-uses.tsx';

/** A video or audio file with a player, its details, its subtitles, and the stories that use it. */
export function FileDialog({ id, onClose }: { id: number; onClose(): void }) {
  const { t } = useTexts();
  const nameOf = useMediaName();
  const found = useCall(mediaFileCalls.get, { params: { id } });
  const item = found.data;
  return (
    <Dialog title={item ? t('media.details', { name: nameOf(item) }) : t('media.loading')} onClose={onClose} wide>
      {item ? (
        <FileForm item={item} onSaved={() => void found.refetch()} onDeleted={onClose} />
      ) : found.isError ? (
        <LoadFailure sentence={found.error.status === 404 ? t('media.notFound') : t('media.loadFailed')} call={found} />
      ) : (
        <p className="py-16 text-soft">{t('media.loading')}</p>
      )}
      <Button kind="quiet" className="mt-6" onClick={onClose}>
        {t('media.close')}
      </Button>
    </Dialog>
  );
}

interface FileFormProps {
  item: MediaItemPage;
  onSaved(): void;
  onDeleted(): void;
}

function FileForm({ item, onSaved, onDeleted }: FileFormProps) {
  const { t } = useTexts();
  const { busy, errors, failure, submit } = useSubmission();
  const uses = item.used_in.length + item.more_uses;
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void submit(async () => {
      await uploadForm(mediaFileCalls.change, { params: { id: item.id }, form });
      toast({ kind: 'success', text: 'media.saved' });
      onSaved();
    });
  };
  const remove = async () => {
    try {
      await callApi(mediaFileCalls.remove, { params: { id: item.id } });
      toast({ kind: 'success', text: 'media.fileDeleted' });
      onDeleted();
    } catch (error) {
      toastFailure(error, 'media.deleteFailed');
    }
  };
  const field = (name: 'title' | 'caption' | 'credit' | 'source') => ({
    name,
    defaultValue: item[name],
    error: errors[name],
    readOnly: !item.editable,
  });
  const Player = item.kind === 'video' ? 'video' : 'audio';
  return (
    <>
      <form noValidate onSubmit={save} className="mt-4 grid gap-4">
        <Player controls preload="none" src={apiHost + item.url} className="w-full" />
        <TextField label={t('media.fileTitle')} maxLength={300} {...field('title')} />
        <TextArea label={t('media.caption')} rows={2} maxLength={500} {...field('caption')} />
        <TextField label={t('media.credit')} hint={t('media.creditHint')} maxLength={200} {...field('credit')} />
        <TextField label={t('media.source')} hint={t('media.sourceHint')} maxLength={500} {...field('source')} />
        {item.editable && (
          <TextField
            label={t('media.subtitles')}
            type="file"
            name="subtitles"
            accept=".vtt,text/vtt"
            error={errors.subtitles}
          />
        )}
        {failure && (
          <p role="alert" className="font-medium text-bad text-sm">
            {failureText(failure, 'media.changeFailed', t)}
          </p>
        )}
        {item.editable ? (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={busy}>
              {t(busy ? 'media.saving' : 'media.save')}
            </Button>
            <Button
              kind="danger"
              {...(uses > 0 && { reason: t('media.fileInUse', { count: uses }) })}
              onClick={() => void remove()}
            >
              {t('media.delete')}
            </Button>
          </div>
        ) : (
          <p className="text-sm text-soft">{t('media.notYours')}</p>
        )}
      </form>
      <div className="mt-6">
        <MediaUses item={item} />
      </div>
    </>
  );
}
