import { useEffect, useRef, useState } from 'react';
import { toast } from '#src/client/toasts.ts';
import { overlaps, pageWidths, type Region, tilesOf } from '#src/epaper/pages/pages.rules.ts';
import { inset } from '#src/epaper/pages/web/inset.ts';
import type { OpenEdition, Sheet } from '../server/reader.service.ts';
import { pictureAddress } from './page-address.ts';

interface TilesProps {
  edition: OpenEdition;
  sheet: Sheet;
  pass: string | undefined;
  /** The visible region, once the page is magnified beyond the resolution of its picture. */
  seen: Region | undefined;
  /** Requests a new signature. */
  renew(): Promise<void>;
}

// Debounce: the view changes with every frame of a pinch; tiles are loaded when it comes to rest.
const restMs = 150;
// A failed tile is retried once, after this delay.
const retryMs = 1500;

/** Tiles of the visible region of a magnified page. Loaded tiles stay; behind them, the page's picture is visible. */
export function Tiles({ edition, sheet, pass, seen, renew }: TilesProps) {
  const { tiles } = tilesOf(sheet.widthPt, sheet.heightPt);
  // Name to URL: with the signature at that time, so that a renewed one does not reload tiles.
  const [wanted, setWanted] = useState<ReadonlyMap<string, string>>(new Map());
  // Failures by tile name.
  const [failures, setFailures] = useState<ReadonlyMap<string, number>>(new Map());
  // The timer debounces changes of the visible region.
  useEffect(() => {
    if (!seen) return;
    const timer = setTimeout(() => {
      const inView = tilesOf(sheet.widthPt, sheet.heightPt).tiles.filter((tile) => overlaps(tile, seen));
      setWanted((before) => {
        const fresh = inView.filter(({ name }) => !before.has(name) && (failures.get(name) ?? 0) < 2);
        if (fresh.length === 0) return before;
        const address = (name: string) => pictureAddress(edition, sheet.page, `tiles/${name}`, pass);
        return new Map([...before, ...fresh.map(({ name }) => [name, address(name)] as const)]);
      });
    }, restMs);
    return () => clearTimeout(timer);
  }, [seen, sheet, edition, pass, failures]);
  // Only the first tile is requested while the server renders the page; the others would block further requests.
  const [drawn, setDrawn] = useState(false);
  const renewed = useRef<Promise<void>>(undefined); // one renewal for all tiles
  const notified = useRef(false);
  const retry = async (failed: string) => {
    setDrawn(true);
    if (failures.has(failed) && !notified.current) {
      notified.current = true;
      toast({ kind: 'info', text: 'reader.notSharp' });
    }
    if (sheet.page > edition.free) {
      renewed.current ??= renew();
      await renewed.current;
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    setFailures((before) => new Map(before).set(failed, (before.get(failed) ?? 0) + 1));
    setWanted((before) => new Map([...before].filter(([name]) => name !== failed)));
  };
  const shown = tiles.filter(({ name }) => wanted.has(name));
  return (drawn ? shown : shown.slice(0, 1)).map((tile) => (
    <img
      key={tile.name}
      className="tile"
      style={inset(tile)}
      src={wanted.get(tile.name)}
      alt=""
      onLoad={() => setDrawn(true)}
      onError={() => void retry(tile.name)}
    />
  ));
}

/** Whether a page of this width, in device pixels, needs tiles to be sharp. */
export const needsTiles = (shownPx: number): boolean => shownPx > pageWidths.screen * 1.1;
