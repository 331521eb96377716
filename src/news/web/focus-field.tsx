import { type PointerEvent, useRef } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { centre, type FocalPoint, objectPosition, pointUnder } from '#src/rules/focal-point.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { shareRatio } from '../share.rules.ts';
import './focus-field.css';

interface FocusFieldProps {
  /** URL of the picture. */
  url: string;
  point: FocalPoint;
  onChange(point: FocalPoint): void;
  /** The browser cannot show the picture. */
  onUnshowable(): void;
}

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
export function FocusField({ url, point, onChange, onUnshowable }: FocusFieldProps) {
  const { t } = useTexts();
  const picture = useRef<HTMLImageElement>(null);
  const marker = useRef<HTMLSpanElement>(null);
  const follow = (event: PointerEvent) => {
    if (picture.current) onChange(pointUnder(event, picture.current.getBoundingClientRect()));
  };
  const { x, y } = point;
  return (
    <fieldset className="focus-field">
      <legend className="mb-1 font-semibold text-sm">{t('newsroom.focus')}</legend>
      <p className="mb-2 text-sm text-soft">{t('newsroom.focusHint')}</p>
      <div
        className="focus-picture"
        onPointerDown={(event) => {
          // A finger beside the marker may be about to scroll; it sets the point when it is lifted.
          if (event.button !== 0 || (event.pointerType === 'touch' && event.target !== marker.current)) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
        onPointerUp={(event) => event.pointerType === 'touch' && follow(event)}
      >
        <img ref={picture} src={url} alt={t('newsroom.imagePreview')} draggable={false} onError={onUnshowable} />
        <span ref={marker} className="focus-marker" style={{ left: `${x}%`, top: `${y}%` }} />
      </div>
      <div className="mt-3 grid grid-cols-1 gap-x-5 sm:grid-cols-2">
        <Slider label={t('newsroom.focusX')} value={x} onChange={(x) => onChange({ x, y })} />
        <Slider label={t('newsroom.focusY')} value={y} onChange={(y) => onChange({ x, y })} upIsLess />
      </div>
      <Button kind="quiet" className="mt-2" onClick={() => onChange(centre)}>
        {t('newsroom.focusCentre')}
      </Button>
      <div className="focus-crops">
        {crops.map(([label, ratio]) => (
          <figure key={label} style={{ flexGrow: ratio }}>
            <img src={url} alt="" style={{ aspectRatio: ratio, objectPosition: objectPosition(point) }} />
            <figcaption>{t(label)}</figcaption>
          </figure>
        ))}
      </div>
    </fieldset>
  );
}

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
      <span className="flex items-center gap-3">
        <input
          type="range"
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
        <span aria-hidden className="tabular w-12 text-end font-normal text-soft">
          {percent}
        </span>
      </span>
    </label>
  );
}
