import { toastFailure } from '#src/client/failure.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Offer } from '#src/news/stories/web/local-copies.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { DraftBar } from '#src/ui/draft-bar.tsx';
import type { CopyState } from './working-copy-saver.ts';

interface CopyOffersProps {
  offers: Offer[];
  onContinue(offer: Offer): Promise<void>;
  onDiscard(offer: Offer): Promise<void>;
}

/** What was typed on earlier visits and not saved, by title and time. */
export function CopyOffers({ offers, onContinue, onDiscard }: CopyOffersProps) {
  const { t, locale } = useTexts();
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const run = (act: (offer: Offer) => Promise<void>, offer: Offer) =>
    void act(offer).catch((error) => toastFailure(error, 'newsroom.listFailed'));
  return offers.map((offer) => {
    const title = offer.title || t('newsroom.untitled');
    // Several bars have buttons of the same name.
    const label = (text: string) => (
      <>
        {text}
        {offers.length > 1 && <span className="sr-only">{title}</span>}
      </>
    );
    return (
      <DraftBar
        key={`${offer.id} ${offer.forks}`}
        labels={{ onContinue: label(t('newsroom.continueDraft')), onDiscard: label(t('newsroom.discardDraft')) }}
        onContinue={() => run(onContinue, offer)}
        onDiscard={() => run(onDiscard, offer)}
      >
        {offer.remote
          ? t('editing.copyKept', { title, time: time.format(new Date(offer.at)) })
          : t('newsroom.draftKept', { title })}
      </DraftBar>
    );
  });
}

const stateTexts = {
  saving: 'editing.copySaving',
  saved: 'editing.copySaved',
  browser: 'editing.copyInBrowser',
} as const;

/** Where the newest text is. Not announced: it changes every few seconds. */
export function CopyStateLine({ state }: { state: CopyState }) {
  const { t } = useTexts();
  return state === 'none' ? null : <p className="text-sm text-soft">{t(stateTexts[state])}</p>;
}
