import { lazy, Suspense } from 'react';
import type { Region } from '#src/epaper/pages/pages.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { clipError } from '../clips.rules.ts';
import type { Clipping } from './use-clip.ts';

// Most readers make no clip.
const ClipDialog = lazy(() => import('./clip-dialog.tsx').then((loaded) => ({ default: loaded.ClipDialog })));

/** The bar of the clip that is being drawn, and the dialog of the clip that was made. */
export function ClipTools({ clipping }: { clipping: Clipping }) {
  return (
    <>
      {clipping.drawn && <ClipBar {...clipping} region={clipping.drawn.region} />}
      {clipping.made && (
        <Suspense fallback={null}>
          <ClipDialog clip={clipping.made} onClose={clipping.end} />
        </Suspense>
      )}
    </>
  );
}

function ClipBar({ region, busy, make, end }: Clipping & { region: Region }) {
  const { t } = useTexts();
  const error = clipError(region);
  const percent = (part: number) => Math.round(part * 100);
  return (
    <div className="clip-bar no-print">
      <p id="clip-help" className="text-sm">
        {t('reader.clipHelp')}
      </p>
      <p id="clip-size" className="sr-only" aria-live="polite">
        {t('reader.clipSize', {
          width: percent(region.right - region.left),
          height: percent(region.bottom - region.top),
          left: percent(region.left),
          top: percent(region.top),
        })}
      </p>
      {error && (
        <p role="alert" className="font-medium text-bad text-sm">
          {t(error === 'tooLarge' ? 'reader.clipTooLarge' : 'reader.clipTooSmall')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void make()} disabled={busy || error !== undefined}>
          {t(busy ? 'reader.makingClip' : 'reader.makeClip')}
        </Button>
        <Button kind="quiet" onClick={end} disabled={busy}>
          {t('reader.cancel')}
        </Button>
      </div>
    </div>
  );
}
