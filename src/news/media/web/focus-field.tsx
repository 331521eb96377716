import { type PointerEvent, useRef } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { aspectRatios } from '#src/news/schema/aspect-ratios.rules.ts';
import { centre, type FocalPoint, objectPosition, pointUnder } from '#src/rules/focal-point.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { shareRatio } from '../share.rules.ts';

interface FocusFieldProps {
  /** URL of the picture. */
  url: string;
  point: FocalPoint;
  onChange(point: FocalPoint): void;
  /** The browser cannot show the picture. */
  onUnshowable(): void;
  /** Heading of the crops in the aspect ratios of search engines, if they are shown. */
  ratios?: string;
}

// As style attributes: the site has one stylesheet, which readers would load with it. `left` and `top`, because a picture is
// not mirrored in Urdu. The marker is as large as a finger.
const styles = {
  picture: { width: 'fit-content', overflow: 'hidden', cursor: 'crosshair', userSelect: 'none' },
  preview: { maxHeight: '20rem' },
  marker: { width: '2.75rem', height: '2.75rem', translate: '-50% -50%', cursor: 'grab', touchAction: 'none' },
  slider: { minHeight: '2.75rem', accentColor: 'var(--ink)' },
  crops: { maxWidth: '32rem' },
} as const;

// The crops with the most different shapes: lists and the board, the squares of the home page, links in other apps.
const crops = [
  ['newsroom.cropLead', 3 / 2],
  ['newsroom.cropCard', 1],
  ['newsroom.cropShare', shareRatio],
] as const;

/**
 * The preview of a picture with its focal point, which a pointer sets or drags on the picture and the keyboard moves with
 * two sliders, and the crops that follow from it.
 */
export function FocusField({ url, point, onChange, onUnshowable, ratios }: FocusFieldProps) {
  const { t } = useTexts();
  const picture = useRef<HTMLImageElement>(null);
  const marker = useRef<HTMLSpanElement>(null);
  const follow = (event: PointerEvent) => {
    if (picture.current) onChange(pointUnder(event, picture.current.getBoundingClientRect()));
  };
  const { x, y } = point;
  return (
    <fieldset className="w-full min-w-0">
      <legend className="mb-1 font-semibold text-sm">{t('newsroom.focus')}</legend>
      <p className="mb-2 text-sm text-soft">{t('newsroom.focusHint')}</p>
      <div
        className="relative border border-rule"
        style={styles.picture}
        onPointerDown={(event) => {
          // A finger beside the marker may be about to scroll; it sets the point when it is lifted.
          if (event.button !== 0 || (event.pointerType === 'touch' && event.target !== marker.current)) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
        onPointerUp={(event) => event.pointerType === 'touch' && follow(event)}
      >
        <img
          ref={picture}
          src={url}
          alt={t('newsroom.imagePreview')}
          draggable={false}
          onError={onUnshowable}
          style={styles.preview}
        />
        <span
          ref={marker}
          className="absolute"
          style={{ ...styles.marker, left: `${x}%`, top: `${y}%` }}
          data-testid="focus-marker"
        >
          <Ring />
        </span>
      </div>
      <div className="mt-3 grid grid-cols-1 gap-x-5 sm:grid-cols-2">
        <Slider label={t('newsroom.focusX')} value={x} onChange={(x) => onChange({ x, y })} />
        <Slider label={t('newsroom.focusY')} value={y} onChange={(y) => onChange({ x, y })} upIsLess />
      </div>
      <Button kind="quiet" className="mt-2" onClick={() => onChange(centre)}>
        {t('newsroom.focusCentre')}
      </Button>
      <Crops url={url} point={point} crops={crops.map(([label, ratio]) => [t(label), ratio])} />
      {ratios && (
        <>
          <p className="mt-4 font-semibold text-sm">{ratios}</p>
          <Crops url={url} point={point} crops={searchCrops} />
        </>
      )}
    </fieldset>
  );
}

const searchCrops = Object.entries(aspectRatios).map(([name, ratio]) => [name.replace('x', ':'), ratio] as const);

interface CropsProps extends Pick<FocusFieldProps, 'url' | 'point'> {
  /** The label of each crop, and its width divided by its height. */
  crops: readonly (readonly [string, number])[];
}

const Crops = ({ url, point, crops }: CropsProps) => (
  <div className="mt-4 flex items-end gap-3" style={styles.crops}>
    {crops.map(([label, ratio]) => (
      <figure key={label} className="min-w-0" style={{ flex: `${ratio} 0 0` }}>
        <img
          src={url}
          alt=""
          className="w-full object-cover"
          style={{ aspectRatio: ratio, objectPosition: objectPosition(point) }}
        />
        <figcaption className="pt-1 text-sm text-soft">{label}</figcaption>
      </figure>
    ))}
  </div>
);

// White on black on white, so that it shows on every picture.
const Ring = () => (
  <svg viewBox="0 0 44 44" aria-hidden pointerEvents="none">
    <circle cx="22" cy="22" r="11" fill="none" stroke="#000" strokeWidth="6" />
    <circle cx="22" cy="22" r="11" fill="none" stroke="#fff" strokeWidth="3" />
    <circle cx="22" cy="22" r="3" fill="#fff" stroke="#000" strokeWidth="2" />
  </svg>
);

interface SliderProps {
  label: string;
  value: number;
  onChange(value: number): void;
  /** The arrow up decreases the value, since it moves the point up. */
  upIsLess?: boolean;
}

// Left to right in every language, like the picture.
function Slider({ label, value, onChange, upIsLess = false }: SliderProps) {
  const { locale } = useTexts();
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(value / 100);
  return (
    <label className="block font-semibold text-sm">
      {label}
      <span className="mt-2 flex items-center gap-3">
        <input
          type="range"
          className="min-w-0 grow"
          style={styles.slider}
          dir="ltr"
          min={0}
          max={100}
          value={value}
          aria-valuetext={percent}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          onKeyDown={(event) => {
            const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
            if (!upIsLess || step === undefined) return;
            event.preventDefault();
            onChange(Math.min(100, Math.max(0, value + step)));
          }}
        />
        <span aria-hidden className="tabular w-12 font-normal text-soft">
          {percent}
        </span>
      </span>
    </label>
  );
}
