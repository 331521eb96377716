import { megabytes } from '#src/epaper/pages/editions.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import type { OpenEdition } from '../server/reader.service.ts';
import { type SavingState, useSaving } from './use-saving.ts';

/** Saves an edition for offline reading. One button serves all steps, so that it keeps the focus. */
export function SaveOfflineButton({ edition }: { edition: OpenEdition }) {
  const { t } = useTexts();
  const { state, ask, save, cancel, remove } = useSaving(edition);
  if (state.is === 'none') return null;
  const [label, act] = {
    idle: [t('reader.saveOffline'), ask] as const,
    asking: [t('reader.saveOffline'), ask] as const,
    offered: [t('reader.saveNow'), save] as const,
    saving: [t('reader.cancel'), cancel] as const,
    saved: [t('reader.removeSaved'), remove] as const,
  }[state.is];
  return (
    <div className="save-offline">
      <Note state={state} pages={edition.report.pages} />
      <Button kind="quiet" disabled={state.is === 'asking'} aria-describedby="save-note" onClick={() => void act()}>
        {label}
      </Button>
      {state.is === 'offered' && (
        <Button kind="quiet" onClick={cancel}>
          {t('reader.cancel')}
        </Button>
      )}
    </div>
  );
}

function Note({ state, pages }: { state: SavingState; pages: number }) {
  const { t, locale } = useTexts();
  const day = (until: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(until));
  return (
    <>
      <p id="save-note" role="status" className="text-sm">
        {state.is === 'offered' &&
          t('reader.saveOffer', {
            count: pages,
            megabytes: megabytes(state.offer.bytes),
            date: day(state.offer.until),
          })}
        {state.is === 'saving' && t('reader.saving')}
        {state.is === 'saved' && t('reader.savedUntil', { date: day(state.saved.until) })}
      </p>
      {state.is === 'saving' && (
        <p className="flex items-center gap-2">
          <progress aria-label={t('reader.saving')} value={state.part} className="h-2 w-28 accent-press" />
          <span className="tabular w-12 text-sm">{Math.round(state.part * 100)} %</span>
        </p>
      )}
    </>
  );
}
