import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';

const Listener = lazy(() => import('./listener.tsx').then((module) => ({ default: module.Listener })));

/** Reads the surrounding article aloud, if the browser supports speech synthesis. The player is loaded on demand. */
export function ListenButton({ story }: { story: { id: number; language: string } }) {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [canSpeak, setCanSpeak] = useState(false);
  const [article, setArticle] = useState<HTMLElement | null>(null);
  useEffect(() => setCanSpeak('speechSynthesis' in window), []);
  if (!canSpeak) return null;
  const close = () => {
    setArticle(null);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="share"
        aria-expanded={article !== null}
        onClick={() => setArticle(button.current?.closest('article') ?? null)}
      >
        <Icon name="listen" />
        {t('news.listen')}
      </button>
      <Suspense>{article && <Listener story={story} article={article} onClose={close} />}</Suspense>
    </>
  );
}
