import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { toast } from '#src/client/toasts.ts';
import { lettersCalls } from '#src/letters/letters.contract.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';

/** After an edition is published: marks its letters as printed, so that the next one does not print them again. */
export function MarkLetters({ ids }: { ids: number[] }) {
  const { t } = useTexts();
  const [state, setState] = useState<'busy' | 'marked'>();
  const mark = async () => {
    setState('busy');
    try {
      const { message } = await callApi(lettersCalls.markPrinted, { body: { ids } });
      toast({ kind: 'success', text: { sentence: message } });
      setState('marked');
    } catch (error) {
      toastFailure(error, 'errors.internal');
      setState(undefined);
    }
  };
  return (
    <p className="flex flex-wrap items-center gap-4">
      <span>{t('compose.lettersPrinted', { count: ids.length })}</span>
      {state !== 'marked' && (
        <Button kind="quiet" disabled={state === 'busy'} onClick={() => void mark()}>
          {t('compose.markPrinted')}
        </Button>
      )}
    </p>
  );
}
