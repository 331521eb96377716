import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { megabytes } from '../../editions.rules.ts';
import type { Reading } from '../../server/reader.service.ts';
import { type SavingState, useSaving } from './use-saving.ts';

/** Saves an edition for offline reading. One button serves all steps, so that it keeps the focus. */
export function SaveOfflineButton({ reading }: { reading: Reading }) {
  const { t } = useTexts();
  const { state, ask, keep, cancel, remove } = useSaving(reading);
  if (state.is === 'none') return null;
  const [label, act] = {
    idle: [t('reader.keep'), ask] as const,
    asking: [t('reader.keep'), ask] as const,
    offered: [t('reader.keepNow'), keep] as const,
    keeping: [t('reader.cancel'), cancel] as const,
    kept: [t('reader.keepRemove'), remove] as const,
  }[state.is];
  return (
    <div className="keep-offline">
      <Note state={state} pages={reading.report.pages} />
      <Button kind="quiet" disabled={state.is === 'asking'} aria-describedby="keep-note" onClick={() => void act()}>
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
      <p id="keep-note" role="status" className="text-sm">
        {state.is === 'offered' &&
          t('reader.keepOffer', {
            count: pages,
            megabytes: megabytes(state.offer.bytes),
            date: day(state.offer.until),
          })}
        {state.is === 'keeping' && t('reader.keeping')}
        {state.is === 'kept' && t('reader.kept', { date: day(state.kept.until) })}
      </p>
      {state.is === 'keeping' && (
        <p className="flex items-center gap-2">
          <progress aria-label={t('reader.keeping')} value={state.part} className="h-2 w-28 accent-press" />
          <span className="tabular w-12 text-sm">{Math.round(state.part * 100)} %</span>
        </p>
      )}
    </>
  );
}
