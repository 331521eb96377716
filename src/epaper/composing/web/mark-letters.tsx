import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { lettersCalls } from '#src/letters/letters.contract.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';

/** After an edition is published: marks its letters as printed, so that the next one does not print them again. */
export function MarkLetters({ ids }: { ids: number[] }) {
  const { t } = useTexts();
  const [state, setState] = useState<'busy' | 'marked'>();
  const mark = async () => {
    setState('busy');
    const marked = await toastOutcome(() => callApi(lettersCalls.markPrinted, { body: { ids } }), 'errors.internal');
    setState(marked ? 'marked' : undefined);
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
