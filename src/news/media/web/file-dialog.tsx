import { type SubmitEvent, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { apiHost } from '#src/client/api-host.ts';
import { failureText } from '#src/client/failure.ts';
import { useCall } from '#src/client/queries.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { CheckField, TextArea, TextField } from '#src/ui/field.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { type MediaItem, type MediaItemPage, mediaFileCalls } from '../media.contract.ts';
import { DeleteButton } from './delete-button.tsx';
import { LicenceField } from './licence-field.tsx';
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

/** What was changed in the form: a colleague may have changed the rest in the meantime. */
function changesIn(element: HTMLFormElement, loaded: MediaItem): FormData {
  const changes = new FormData();
  for (const [name, value] of new FormData(element))
    if (typeof value === 'string' ? value !== loaded[name as keyof MediaItem] : value.size > 0)
      changes.append(name, value);
  return changes;
}

function FileForm({ item, onSaved, onDeleted }: FileFormProps) {
  const { t } = useTexts();
  const { busy, errors, failure, submit } = useSubmission();
  const [loaded, setLoaded] = useState<MediaItem>(item);
  const uses = item.used_in.length + item.more_uses;
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const subtitles = element.elements.namedItem('subtitles');
    void submit(async () => {
      const form = changesIn(element, loaded);
      setLoaded(await uploadForm(mediaFileCalls.change, { params: { id: item.id }, form }));
      if (subtitles instanceof HTMLInputElement) subtitles.value = '';
      toast({ kind: 'success', text: 'media.saved' });
      onSaved();
    });
  };
  const remove = async () => {
    await callApi(mediaFileCalls.remove, { params: { id: item.id } });
    toast({ kind: 'success', text: 'media.fileDeleted' });
    onDeleted();
  };
  const field = (name: 'title' | 'caption' | 'credit' | 'source' | 'licence_name') => ({
    name,
    defaultValue: loaded[name],
    error: errors[name],
    readOnly: !item.editable,
  });
  return (
    <>
      <form noValidate onSubmit={save} className="mt-4 grid gap-4">
        <Player item={item} />
        <TextField label={t('media.fileTitle')} maxLength={300} {...field('title')} />
        <TextArea label={t('media.caption')} rows={2} maxLength={500} {...field('caption')} />
        <TextField label={t('media.credit')} hint={t('media.creditHint')} maxLength={200} {...field('credit')} />
        <LicenceField defaultValue={loaded.licence} disabled={!item.editable} error={errors.licence} />
        <TextField
          label={t('media.licenceName')}
          hint={t('media.licenceNameHint')}
          maxLength={200}
          {...field('licence_name')}
        />
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
        {item.editable && item.subtitles_url && (
          <CheckField label={t('media.removeSubtitles')} name="remove_subtitles" value="true" />
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
            <DeleteButton
              question={t('media.deleteFileQuestion')}
              reason={uses > 0 ? t('media.fileInUse', { count: uses }) : undefined}
              remove={remove}
            />
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

/** Plays a file. Its address is signed again whenever it is loaded, which must not start the player again. */
function Player({ item }: { item: MediaItem }) {
  const [url, setUrl] = useState(item.url);
  const Element = item.kind === 'video' ? 'video' : 'audio';
  return (
    <Element
      controls
      preload="none"
      src={apiHost + url}
      className="w-full"
      onError={() => setUrl(item.url)} // its signature may have expired
    />
  );
}
