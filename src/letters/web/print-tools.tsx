import { useState } from 'react';
import { callApi, callUrl } from '#src/client/api.ts';
import { copyText } from '#src/client/copy.ts';
import { toastFailure } from '#src/client/failure.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { refetch } from '#src/client/queries.ts';
import { saveFile } from '#src/client/save-file.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { type Letter, lettersCalls } from '../letters.contract.ts';
import { lettersMarkdown } from '../letters.rules.ts';

/** For the letters that are picked for print: their text for the composer of the e-paper, and marking them as printed. */
export function PrintTools({ letters }: { letters: Letter[] }) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const failed = (error: unknown) => toastFailure(error, 'moderation.somethingWrong');
  const copy = () =>
    copyText(
      lettersMarkdown(letters.map((letter) => ({ ...letter, story: letter.story.title }))),
      'moderation.copied',
      'moderation.copyFailed',
    );
  const mark = async () => {
    setBusy(true);
    const body = { ids: letters.map(({ id }) => id) };
    await toastOutcome(() => callApi(lettersCalls.markPrinted, { body }), 'moderation.somethingWrong');
    await refetch(lettersCalls.list);
    setBusy(false);
  };
  return (
    <p className="mt-4 flex flex-wrap gap-3">
      <Button kind="quiet" onClick={() => void copy()}>
        {t('moderation.copy')}
      </Button>
      <Button
        kind="quiet"
        onClick={() => void saveFile(callUrl(lettersCalls.forPrint, {}), 'letters.md', 'text/markdown').catch(failed)}
      >
        {t('moderation.download')}
      </Button>
      <Button kind="quiet" disabled={busy} onClick={() => void mark()}>
        {t('moderation.markPrinted')}
      </Button>
    </p>
  );
}
