import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { between, clipFault, moved, resized } from '../clips.rules.ts';
import type { Region } from '../reading.rules.ts';
import { inset } from './sheet.tsx';

interface ClipLayerProps {
  /** Undefined while the clip is drawn on another page. */
  region: Region | undefined;
  onChange(region: Region): void;
}

// A hundredth of the page is about a line of print.
const step = 0.01;

const ways: Record<string, [across: number, down: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** Lies over a page while a clip is drawn: a stroke draws one, a drag moves it, the corner and the keys do both. */
export function ClipLayer({ region, onChange }: ClipLayerProps) {
  const { t } = useTexts();
  const layer = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const drag = useRef<{ kind: 'draw' | 'move' | 'resize'; from: { x: number; y: number }; region: Region }>(undefined);
  // Whoever asked for a clip by keyboard goes on by keyboard.
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
    drag.current = { kind, from, region: region ?? between(from, from) };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return;
    const { kind, from, region } = drag.current;
    const now = at(event);
    const [across, down] = [now.x - from.x, now.y - from.y];
    if (kind === 'draw') onChange(between(from, now));
    else onChange(kind === 'move' ? moved(region, across, down) : resized(region, across, down));
  };
  const onPointerUp = () => {
    drag.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (!way || !region) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(event.shiftKey ? resized(region, ...way) : moved(region, ...way));
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
          data-fault={clipFault(region)}
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
