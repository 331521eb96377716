import { type KeyboardEvent, useRef, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { type Letter, lettersCalls } from '../letters.contract.ts';
import { type LetterList, mayMove } from '../letters.rules.ts';
import { DeclineDialog } from './decline-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ModeratedLetter } from './moderated-letter.tsx';
import { PrintTools } from './print-tools.tsx';

const emptyText: Record<LetterList, TextKey> = {
  waiting: 'moderation.emptyWaiting',
  published: 'moderation.emptyPublished',
  declined: 'moderation.emptyDeclined',
  print: 'moderation.emptyPrint',
};

/** One of the newsroom's lists of letters. */
export function ModeratedLetters({ list }: { list: LetterList }) {
  const { t } = useTexts();
  const [before, setBefore] = useState<number>();
  const [open, setOpen] = useState<{ letter: Letter; dialog: 'edit' | 'decline' } | null>(null);
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const answer = useCall(lettersCalls.list, { query: { list, before } });
  const letters = answer.data?.letters;

  const rows = () => [...(area.current?.querySelectorAll<HTMLElement>('[data-letter]') ?? [])];
  const focusRow = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('button')?.focus();

  /** Makes a change and loads the list again. If the letter leaves the list, the next one gets the focus. */
  const act = async (letter: Letter, done: TextKey, call: () => Promise<unknown>) => {
    const place = rows().findIndex((row) => row.dataset.letter === String(letter.id));
    setBusy(true);
    await toastOutcome(() => call().then(() => done), 'moderation.somethingWrong');
    await refetch(lettersCalls.list);
    setBusy(false);
    // After the rendering of the new list.
    setTimeout(() => {
      if (document.activeElement === document.body) focusRow(rows()[Math.min(place, rows().length - 1)]);
    });
  };
  const publish = (letter: Letter) =>
    act(letter, 'moderation.published', () =>
      callApi(lettersCalls.decide, {
        params: { id: letter.id },
        body: { version: letter.version, state: 'published' },
      }),
    );
  const pick = (letter: Letter, picked: boolean) =>
    act(letter, picked ? 'moderation.picked' : 'moderation.unpicked', () =>
      callApi(lettersCalls.pick, { params: { id: letter.id }, body: { picked } }),
    );

  // Shortcuts work only while the focus is on a letter, and not in dialogs (WCAG 2.1.4).
  const keys = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement; // targets of key events are elements
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, dialog')) return;
    const row = target.closest<HTMLElement>('[data-letter]');
    const letter = letters?.find(({ id }) => String(id) === row?.dataset.letter);
    if (!row || !letter || busy) return;
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    const key = event.key.toLowerCase();
    if (step) focusRow(rows()[rows().indexOf(row) + step]);
    else if (key === 'p' && letter.state !== 'published') void publish(letter);
    else if (key === 'e' && mayMove(letter.state, 'published')) setOpen({ letter, dialog: 'edit' });
    else if (key === 'd' && mayMove(letter.state, 'declined')) setOpen({ letter, dialog: 'decline' });
    else return;
    event.preventDefault();
  };

  if (answer.error?.status === 403) return <ErrorPage status={403} sentence={t('moderation.failed')} />;
  return (
    <>
      {list === 'print' && letters && letters.length > 0 && <PrintTools letters={letters} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from its buttons and links */}
      <div ref={area} onKeyDown={keys}>
        {answer.isError && <LoadFailure sentence={t('moderation.failed')} call={answer} />}
        {!letters && !answer.isError && <p className="py-16 text-soft">{t('moderation.loading')}</p>}
        {letters?.length === 0 && <p className="py-16 font-serif text-2xl text-soft">{t(emptyText[list])}</p>}
        <ul className="divide-y divide-rule">
          {letters?.map((letter) => (
            <ModeratedLetter
              key={letter.id}
              letter={letter}
              busy={busy}
              onPublish={() => void publish(letter)}
              onEdit={() => setOpen({ letter, dialog: 'edit' })}
              onDecline={() => setOpen({ letter, dialog: 'decline' })}
              onPick={(picked) => void pick(letter, picked)}
            />
          ))}
        </ul>
      </div>
      {letters && letters.length > 0 && <p className="mt-4 text-sm text-soft max-md:hidden">{t('moderation.keys')}</p>}
      {answer.data?.more && (
        <p className="mt-6">
          <Button kind="quiet" onClick={() => setBefore(letters?.at(-1)?.id)}>
            {t('moderation.older')}
          </Button>
        </p>
      )}
      {open?.dialog === 'edit' && <EditDialog letter={open.letter} onClose={() => setOpen(null)} />}
      {open?.dialog === 'decline' && <DeclineDialog letter={open.letter} onClose={() => setOpen(null)} />}
    </>
  );
}
