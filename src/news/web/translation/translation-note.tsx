import { useEffect, useState } from 'react';
import { isLanguage, languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { StoryPage } from '../../reading.contract.ts';
import type { StoryTranslation } from '../../translations.contract.ts';
import { canTranslate, translateHere } from './browser-translator.ts';

interface TranslationNoteProps {
  story: Pick<StoryPage, 'id' | 'title' | 'standfirst' | 'html' | 'language'>;
  /** Whether our server can translate, for browsers that cannot. */
  byServer: boolean;
  shown: StoryTranslation | null;
  onShow(translation: StoryTranslation | null): void;
}

type Way = 'here' | 'server' | 'none';

/** Offers a story of another language in the language of the page: by the browser, else by our server, else says how. */
export function TranslationNote({ story, byServer, shown, onShow }: TranslationNoteProps) {
  const { t, language } = useTexts();
  const [way, setWay] = useState<Way | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const name = isLanguage(story.language) ? languages[story.language].name : story.language;
  const pair = { sourceLanguage: story.language, targetLanguage: language };

  // Only the browser knows what it can.
  useEffect(() => {
    const otherwise = byServer ? 'server' : 'none';
    canTranslate(story.language, language).then(
      (can) => setWay(can ? 'here' : otherwise),
      () => setWay(otherwise),
    );
  }, [story.language, language, byServer]);

  const translate = async () => {
    setFailed(false);
    setBusy(t('translation.translating'));
    try {
      if (way === 'server') {
        // Fetched when it is wanted: it brings the contract, which those who only read need not pay for.
        const { translateThere } = await import('./server-translator.ts');
        onShow(await translateThere(story.id, language));
      } else {
        const onFetch = (part: number) => setBusy(t('translation.fetching', { percent: Math.round(part * 100) }));
        onShow({ language, ...(await translateHere(story, pair, onFetch)) });
      }
    } catch {
      setFailed(true); // said in the note
    }
    setBusy(null);
  };

  if (way === null) return null;
  return (
    <div
      className="story-versions no-print flex flex-wrap items-center gap-x-3"
      lang={language}
      dir={languages[language].direction}
    >
      <p role="status">
        {busy ?? t(shown ? 'translation.machine' : 'translation.storyIsIn', { language: name })}
        {!busy && way === 'none' && ` ${t('translation.byBrowser')}`}
      </p>
      {!busy && way !== 'none' && (
        <button
          type="button"
          className="link min-h-11 font-semibold"
          onClick={() => (shown ? onShow(null) : void translate())}
        >
          {shown ? t('translation.original') : t('translation.translate', { language: languages[language].name })}
        </button>
      )}
      {failed && (
        <p role="alert" className="text-bad">
          {t('translation.failed')}
        </p>
      )}
    </div>
  );
}
