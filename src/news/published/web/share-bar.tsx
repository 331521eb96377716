import { useEffect, useState } from 'react';
import { copyText } from '#src/client/copy.ts';
import { usePaths } from '#src/client/paths.ts';
import { languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useSiteUrl } from '#src/ui/page-head.tsx';
import { ListenButton } from './listen/listen-button.tsx';

/** Share buttons. WhatsApp works without JavaScript; the system's share sheet is offered if the browser supports it. */
export function ShareBar({ story }: { story: { id: number; title: string; language: string } }) {
  const { title } = story;
  const { t, language } = useTexts();
  const to = usePaths();
  const [url, setUrl] = useState(useSiteUrl() + to('/news/:id', { id: story.id }));
  const [canShare, setCanShare] = useState(false);
  // The current URL and support for the share sheet are known in the browser only.
  useEffect(() => {
    setUrl(window.location.href);
    setCanShare('share' in navigator);
  }, []);
  const copy = () => copyText(url, 'news.copied', 'news.notCopied');
  // Closing the share sheet rejects the promise, which is not an error.
  const share = () => navigator.share({ title, url }).catch(() => undefined);
  return (
    <div className="share-bar no-print" lang={language} dir={languages[language].direction}>
      <a className="share" href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`} rel="noopener">
        {t('news.whatsApp')}
      </a>
      <button type="button" className="share" onClick={copy}>
        <Icon name="link" />
        {t('news.copyLink')}
      </button>
      {canShare && (
        <button type="button" className="share" onClick={share}>
          <Icon name="share" />
          {t('news.share')}
        </button>
      )}
      <ListenButton story={story} />
      <button type="button" className="share" onClick={() => window.print()}>
        <Icon name="printer" />
        {t('news.print')}
      </button>
    </div>
  );
}
