import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { previewCalls } from '../previews.contract.ts';
import { previewLinkPath, SharedPreviewLinks } from './shared-preview-links.tsx';

export const handle = { texts: ['preview'] };

const renewMs = 60_000; // before the signature expires

/** The preview of a story at the width of a phone or of the window, its print, and a link to it for anyone. */
export default function PreviewToolsPage() {
  const { t } = useTexts();
  const to = usePaths();
  const { id = '' } = useParams();
  const allowed = useRequireEditor();
  const [isPhone, setPhone] = useState(true);
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useCall(previewCalls.open, { params: { id } }, allowed);
  const { data, refetch } = link;
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(() => void refetch(), Date.parse(data.expires_at) - Date.now() - renewMs);
    return () => clearTimeout(timer);
  }, [data, refetch]);

  return (
    <div className="page py-8">
      <PageTitle>{t('preview.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="font-extrabold text-4xl">{t('preview.title')}</h1>
      <p className="mt-2">
        <a className="link" href={to('/admin/edit/:id', { id })}>
          {t('preview.backToStory')}
        </a>
      </p>
      {link.isLoadingError ? (
        <LoadFailure sentence={t('preview.failed')} call={link} />
      ) : !allowed || !data ? (
        <p className="py-16 text-soft">{t('preview.loading')}</p>
      ) : (
        <>
          <div className="my-6 flex flex-wrap items-center gap-x-6 gap-y-3">
            <fieldset className="hidden gap-4 md:flex">
              <legend className="sr-only">{t('preview.width')}</legend>
              {[true, false].map((phone) => (
                <button
                  key={String(phone)}
                  type="button"
                  aria-pressed={isPhone === phone}
                  className="min-h-11 border-transparent border-b-3 font-semibold aria-pressed:border-press"
                  onClick={() => setPhone(phone)}
                >
                  {t(phone ? 'preview.phone' : 'preview.screen')}
                </button>
              ))}
            </fieldset>
            <Button kind="quiet" onClick={() => frame.current?.contentWindow?.print()}>
              {t('preview.print')}
            </Button>
          </div>
          <SharedPreviewLinks id={id} />
          <iframe
            ref={frame}
            title={t('preview.title')}
            src={previewLinkPath(to('/preview/:id', { id }), data.pass)}
            className={`mx-auto mt-6 block h-[85dvh] w-full border border-ink ${isPhone ? 'max-w-[390px]' : ''}`}
          />
        </>
      )}
    </div>
  );
}
