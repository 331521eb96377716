import { useState } from 'react';
import { toastFailure } from '#src/client/failure.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';

interface DeleteButtonProps {
  question: string;
  /** Why it cannot be deleted; undefined if it can. */
  reason?: string | undefined;
  remove(): Promise<void>;
}

/** Deletes an item of the library, after a confirmation. */
export function DeleteButton({ question, reason, remove }: DeleteButtonProps) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  const confirm = async () => {
    try {
      await remove();
    } catch (error) {
      setAsking(false);
      toastFailure(error, 'media.deleteFailed');
    }
  };
  if (reason)
    return (
      <Button kind="danger" reason={reason}>
        {t('media.delete')}
      </Button>
    );
  if (!asking)
    return (
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t('media.delete')}
      </Button>
    );
  return (
    <div role="alert">
      <p className="mb-2 font-semibold">
        {question} {t('media.deleteWarning')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button kind="danger" onClick={() => void confirm()}>
          {t('media.delete')}
        </Button>
        <Button kind="quiet" onClick={() => setAsking(false)}>
          {t('newsroom.cancel')}
        </Button>
      </div>
    </div>
  );
}
