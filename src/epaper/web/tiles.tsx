import { useEffect, useRef, useState } from 'react';
import { toast } from '#src/client/toasts.ts';
import { overlaps, pageWidths, type Region, tilesOf } from '../reading.rules.ts';
import type { Reading, Sheet } from '../server/reader.service.ts';
import { pictureAddress } from './page-address.ts';
import { inset } from './sheet.tsx';

interface TilesProps {
  reading: Reading;
  sheet: Sheet;
  pass: string | undefined;
  /** The part of the page that is seen, once it is magnified beyond what the page's picture shows sharp. */
  seen: Region | undefined;
  /** Gets a new pass. */
  renew(): Promise<void>;
}

// The view moves with every frame of a pinch; tiles are fetched where it comes to rest.
const restMs = 150;
// A tile that did not come is asked for once more, after this pause.
const againMs = 1500;

/** The magnified page, sharp where it is looked at. What has been fetched stays; where none comes, the page's picture does. */
export function Tiles({ reading, sheet, pass, seen, renew }: TilesProps) {
  const { tiles } = tilesOf(sheet.widthPt, sheet.heightPt);
  // Name to address: with the pass of its time, so that a new one fetches nothing again.
  const [wanted, setWanted] = useState<ReadonlyMap<string, string>>(new Map());
  // How often each has failed.
  const [failures, setFailures] = useState<ReadonlyMap<string, number>>(new Map());
  // What is seen is measured on the page, and a timer waits for it to come to rest.
  useEffect(() => {
    if (!seen) return;
    const timer = setTimeout(() => {
      const inView = tilesOf(sheet.widthPt, sheet.heightPt).tiles.filter((tile) => overlaps(tile, seen));
      setWanted((before) => {
        const fresh = inView.filter(({ name }) => !before.has(name) && (failures.get(name) ?? 0) < 2);
        if (fresh.length === 0) return before;
        const address = (name: string) => pictureAddress(reading, sheet.page, `tiles/${name}`, pass);
        return new Map([...before, ...fresh.map(({ name }) => [name, address(name)] as const)]);
      });
    }, restMs);
    return () => clearTimeout(timer);
  }, [seen, sheet, reading, pass, failures]);
  // The first one waits while the page is drawn; the others would only hold up what else the reader asks for.
  const [drawn, setDrawn] = useState(false);
  const renewed = useRef<Promise<void>>(undefined); // one new pass serves them all
  const said = useRef(false);
  const retry = async (failed: string) => {
    setDrawn(true);
    if (failures.has(failed) && !said.current) {
      said.current = true;
      toast({ kind: 'info', text: 'reader.notSharp' });
    }
    if (sheet.page > reading.free) {
      renewed.current ??= renew();
      await renewed.current;
    }
    await new Promise((resolve) => setTimeout(resolve, againMs));
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

/** Whether a page shown so wide, in px of the screen, needs tiles to be sharp. */
export const needsTiles = (shownPx: number): boolean => shownPx > pageWidths.screen * 1.1;
