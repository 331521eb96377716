import { useEffect, useState } from 'react';
import { isLanguage, languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { StoryPage } from '../../reading.contract.ts';
import type { StoryTranslation } from '../../translations.contract.ts';
import { canTranslate, translateInBrowser } from './browser-translator.ts';

interface TranslationNoteProps {
  story: Pick<StoryPage, 'id' | 'title' | 'standfirst' | 'html' | 'language'>;
  /** Whether our server can translate, as a fallback for browsers that cannot. */
  byServer: boolean;
  shown: StoryTranslation | null;
  onShow(translation: StoryTranslation | null): void;
}

type Method = 'here' | 'server' | 'none';

/** Offers to translate a story into the page's language: in the browser, else on our server, else explains how. */
export function TranslationNote({ story, byServer, shown, onShow }: TranslationNoteProps) {
  const { t, language } = useTexts();
  const [method, setMethod] = useState<Method | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const name = isLanguage(story.language) ? languages[story.language].name : story.language;
  const pair = { sourceLanguage: story.language, targetLanguage: language };

  // Browser support is known on the client only.
  useEffect(() => {
    const fallback = byServer ? 'server' : 'none';
    canTranslate(story.language, language).then(
      (can) => setMethod(can ? 'here' : fallback),
      () => setMethod(fallback),
    );
  }, [story.language, language, byServer]);

  const translate = async () => {
    setFailed(false);
    setBusy(t('translation.translating'));
    try {
      if (method === 'server') {
        // Imported on demand: it pulls in the API contract, which other readers need not download.
        const { translateOnServer } = await import('./server-translator.ts');
        onShow(await translateOnServer(story.id, language));
      } else {
        const onFetch = (part: number) => setBusy(t('translation.fetching', { percent: Math.round(part * 100) }));
        onShow({ language, ...(await translateInBrowser(story, pair, onFetch)) });
      }
    } catch {
      setFailed(true); // shown in the note
    }
    setBusy(null);
  };

  if (method === null) return null;
  return (
    <div
      className="story-versions no-print flex flex-wrap items-center gap-x-3"
      lang={language}
      dir={languages[language].direction}
    >
      <p role="status">
        {busy ?? t(shown ? 'translation.machine' : 'translation.storyIsIn', { language: name })}
        {!busy && method === 'none' && ` ${t('translation.byBrowser')}`}
      </p>
      {!busy && method !== 'none' && (
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
