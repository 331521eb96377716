import { useEffect, useId, useRef, useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { useFileUrl } from '#src/client/file-url.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { FocalPoint } from '#src/rules/focal-point.rules.ts';
import { Button } from '#src/ui/button.tsx';
import type { MediaItem } from '../media.contract.ts';
import { FocusField } from './focus-field.tsx';
import { MediaPicker } from './media-picker.tsx';

interface PictureFieldProps {
  image: File | null;
  /** Path of the stored picture, relative to the API host. */
  currentImage: string | null;
  error?: string | undefined;
  focus: FocalPoint;
  onFocus(point: FocalPoint): void;
  onChoose(image: File | null): void;
  onChooseFromLibrary(item: MediaItem): void;
}

/** File input with a preview of the chosen picture, and its focal point. */
export function PictureField(props: PictureFieldProps) {
  const { image, currentImage, error, focus, onFocus, onChoose, onChooseFromLibrary } = props;
  const { t } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const url = useFileUrl(image) ?? (currentImage && apiHost + currentImage);
  const [unshowable, setUnshowable] = useState('');
  const [picking, setPicking] = useState(false);
  // The form is long: an error would be out of sight, or under the bar at the bottom.
  useEffect(() => {
    if (!error) return;
    input.current?.focus({ preventScroll: true });
    input.current?.parentElement?.scrollIntoView({ block: 'center' });
  }, [error]);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold text-sm">
        {currentImage ? t('newsroom.replaceImage') : t('newsroom.image')}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*,image/heic,image/heif,.heic,.heif"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className="block w-full border border-soft p-2 aria-invalid:border-2 aria-invalid:border-bad"
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
      <Button kind="quiet" className="mt-2" onClick={() => setPicking(true)}>
        {t('media.chooseFromLibrary')}
      </Button>
      {picking && (
        <MediaPicker
          kinds={['picture']}
          onChoose={([item]) => {
            if (input.current) input.current.value = '';
            if (item) onChooseFromLibrary(item);
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 font-medium text-bad text-sm">
          {error}
        </p>
      )}
      {url && (
        <div className="mt-3 grid justify-items-start gap-4">
          {unshowable === url ? (
            !error && <p className="text-sm text-soft">{t('newsroom.noPreviewHere', { name: image?.name ?? '' })}</p>
          ) : (
            <FocusField url={url} point={focus} onChange={onFocus} onUnshowable={() => setUnshowable(url)} />
          )}
          <Button
            kind="quiet"
            onClick={() => {
              if (input.current) input.current.value = '';
              onChoose(null);
            }}
          >
            {t('newsroom.removeImage')}
          </Button>
        </div>
      )}
    </div>
  );
}
