import type { Region } from '#src/epaper/pages/pages.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { clipError } from '../clips.rules.ts';

interface ClipBarProps {
  region: Region;
  busy: boolean;
  onMake(): void;
  onCancel(): void;
}

/** Toolbar and help of the clip that is being drawn. */
export function ClipBar({ region, busy, onMake, onCancel }: ClipBarProps) {
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
        <Button onClick={onMake} disabled={busy || error !== undefined}>
          {t(busy ? 'reader.makingClip' : 'reader.makeClip')}
        </Button>
        <Button kind="quiet" onClick={onCancel} disabled={busy}>
          {t('reader.cancel')}
        </Button>
      </div>
    </div>
  );
}
