import { useEffect } from 'react';
import { usePaths } from '#src/client/paths.ts';
import { useReaderLists } from '#src/client/use-reader-lists.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { titleLanguage } from '#src/news/cards/web/story-language.ts';
import { Icon } from '#src/ui/icon.tsx';
import { dismissCorrections, lookForCorrections } from './corrected-lookup.ts';

/** Lists stories that were read on this device and corrected since, until they are opened or the note is dismissed. */
export function CorrectedNote({ className, most }: { className: string; most: number }) {
  const { t, language } = useTexts();
  const to = usePaths();
  const corrected = useReaderLists((reading) => reading.corrected);
  // Delayed: what the reader waits for is loaded first.
  useEffect(() => {
    const timer = setTimeout(() => void lookForCorrections(), 2000);
    return () => clearTimeout(timer);
  }, []);
  if (corrected.length === 0) return null;
  return (
    <aside className={className} aria-labelledby="corrected">
      <div className="min-w-0 grow py-2">
        <h2 id="corrected" className="font-sans font-semibold text-press text-sm">
          {t('following.corrected')}
        </h2>
        <ul>
          {corrected.slice(0, most).map(({ id, title, language: shownIn }) => (
            <li key={id}>
              <a
                className="inline-flex min-h-11 items-center font-semibold font-serif hover:text-press"
                href={to('/news/:id', { id })}
                {...titleLanguage(shownIn, language)}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
        {corrected.length > most && (
          <a className="link inline-flex min-h-11 items-center text-sm" href={to('/for-you')}>
            {t('following.more', { count: corrected.length - most })}
          </a>
        )}
      </div>
      <button
        type="button"
        className="grid size-11 shrink-0 place-items-center"
        aria-label={t('following.dismiss')}
        onClick={dismissCorrections}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}
