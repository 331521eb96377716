import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { Region } from '#src/epaper/pages/pages.rules.ts';
import { inset } from '#src/epaper/pages/web/inset.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { clipError, moveRegion, regionBetween, resizeRegion } from '../clips.rules.ts';

interface ClipLayerProps {
  /** Undefined while the clip is drawn on another page. */
  region: Region | undefined;
  onChange(region: Region): void;
}

// About a line of print.
const step = 0.01;

const directions: Record<string, [across: number, down: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** Overlay for drawing a clip: drag to draw, drag the box to move it, its corner to resize it; or use the keys. */
export function ClipLayer({ region, onChange }: ClipLayerProps) {
  const { t } = useTexts();
  const layer = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const drag = useRef<{ kind: 'draw' | 'move' | 'resize'; from: { x: number; y: number }; region: Region }>(undefined);
  // The box takes the focus, so that keyboard users can continue.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);

  const at = ({ clientX, clientY }: PointerEvent) => {
    const { left = 0, top = 0, width = 1, height = 1 } = layer.current?.getBoundingClientRect() ?? {};
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const part = (event.target as HTMLElement).dataset.part; // a pointer event's target is an element
    const from = at(event);
    const kind = region && part === 'corner' ? 'resize' : region && part === 'box' ? 'move' : 'draw';
    drag.current = { kind, from, region: region ?? regionBetween(from, from) };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return;
    const { kind, from, region } = drag.current;
    const now = at(event);
    const [across, down] = [now.x - from.x, now.y - from.y];
    if (kind === 'draw') onChange(regionBetween(from, now));
    else onChange(kind === 'move' ? moveRegion(region, across, down) : resizeRegion(region, across, down));
  };
  const onPointerUp = () => {
    drag.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (!direction || !region) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(event.shiftKey ? resizeRegion(region, ...direction) : moveRegion(region, ...direction));
  };
  return (
    <div
      ref={layer}
      className="clip-layer"
      data-own-drag
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    >
      {region && (
        <div
          ref={box}
          className="clip-box"
          data-part="box"
          data-error={clipError(region)}
          style={inset(region)}
          role="application"
          aria-roledescription={t('reader.clipRegion')}
          aria-label={t('reader.clipRegion')}
          aria-describedby="clip-help clip-size"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles the arrow keys, so it must be focusable
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          <span className="clip-corner" data-part="corner" />
        </div>
      )}
    </div>
  );
}
