import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { mediaCalls } from '../media.contract.ts';
import { DetailsForm } from './details-form.tsx';
import { FileActions } from './file-actions.tsx';
import { useMediaName } from './media-grid.tsx';
import { MediaUses } from './media-uses.tsx';

/** A picture with its details, its crops, its file and the stories that use it. */
export function MediaDialog({ id, onClose }: { id: number; onClose(): void }) {
  const { t } = useTexts();
  const nameOf = useMediaName();
  const found = useCall(mediaCalls.getPicture, { params: { id } });
  const item = found.data;
  const name = item ? nameOf(item) : t('media.unnamed', { id });
  return (
    <Dialog title={t('media.details', { name })} onClose={onClose} wide>
      {item ? (
        <>
          <DetailsForm item={item} onSaved={() => void found.refetch()} />
          <div className="mt-6 grid gap-6 md:grid-cols-2">
            <MediaUses item={item} />
            <FileActions item={item} onReplaced={() => void found.refetch()} onDeleted={onClose} />
          </div>
        </>
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
