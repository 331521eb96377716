import { useEffect, useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { copyText } from '#src/client/copy.ts';
import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icon.tsx';
import type { Clip } from '../clips.contract.ts';

/** The created clip, and the means to share it. */
export function ClipDialog({ clip, onClose }: { clip: Clip; onClose(): void }) {
  const { t } = useTexts();
  const to = usePaths();
  const path = to('/clip/:code', { code: clip.code });
  return (
    <Dialog title={t('reader.clipReady')} onClose={onClose}>
      <img
        src={apiHost + clip.picture_url}
        width={clip.width}
        height={clip.height}
        alt={t('reader.clipOf', { page: clip.page, title: clip.title })}
        className="mt-4 max-h-[40dvh] w-full border border-rule object-contain"
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <ClipShare path={path} title={clip.title} />
        <a className="link inline-flex min-h-11 items-center px-2 font-semibold" href={path}>
          {t('reader.openClip')}
        </a>
      </div>
    </Dialog>
  );
}

/** Copies a clip's URL, or opens the system's share sheet where available. */
export function ClipShare({ path, title }: { path: string; title: string }) {
  const { t } = useTexts();
  const [canShare, setCanShare] = useState(false);
  // Support for the Web Share API is known in the browser only.
  useEffect(() => setCanShare('share' in navigator), []);
  const url = () => window.location.origin + path;
  const copy = () => copyText(url(), 'reader.copied', 'reader.notCopied');
  // Cancelling the share sheet is not an error.
  const share = () => navigator.share({ title, url: url() }).catch(() => undefined);
  return (
    <>
      <Button onClick={copy}>
        <Icon name="link" />
        {t('reader.copyLink')}
      </Button>
      {canShare && (
        <Button kind="quiet" onClick={share}>
          <Icon name="share" />
          {t('reader.share')}
        </Button>
      )}
    </>
  );
}
