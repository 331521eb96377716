/**
 * The press: two inks, paper, one tint per section, and the ways of laying
 * them down. A picture is a list of layers, the later printed over the earlier.
 */
import { num } from './path.ts';

export const PAPER = '#fffdf9';
export const NEWSPRINT = '#f1e9da';
export const INK = '#161412';
export const RED = '#a81c1c';
/** What ink screened over red prints as; it serves for skin, wood and clay. */
export const OVERPRINT = '#7a4230';

/** Ink thinned once, for what is only just seen at night. */
export const NIGHT = '#2c2822';

export const WIDTH = 1600;
export const HEIGHT = 1067;

export type Layers = readonly (string | Layers)[];

export const stack = (...layers: Layers): string =>
  layers.map((layer) => (typeof layer === 'string' ? layer : stack(...layer))).join('');

export const fill = (d: string, paint: string): string => `<path d="${d}" fill="${paint}"/>`;

export interface LineStyle {
  readonly dash?: string;
  readonly cap?: 'round' | 'butt';
}

export function line(d: string, paint: string, width: number, style: LineStyle = {}): string {
  const { dash, cap = 'round' } = style;
  const dashes = dash ? ` stroke-dasharray="${dash}"` : '';
  return (
    `<path d="${d}" fill="none" stroke="${paint}" stroke-width="${num(width)}"` +
    ` stroke-linecap="${cap}" stroke-linejoin="round"${dashes}/>`
  );
}

/**
 * A form with the thin unprinted seam a cut stencil leaves around it; this is
 * what keeps ink readable on ink. The seam is painted first so that forms made
 * of several overlapping pieces show none inside.
 */
export const cut = (d: string, paint: string, seam: string = PAPER, width = 5): string =>
  `<path d="${d}" fill="${paint}" stroke="${seam}" stroke-width="${num(width)}"` +
  ' stroke-linejoin="round" paint-order="stroke"/>';

/** The colour plate never falls exactly on the ink plate. */
export const offPlate = (...layers: Layers): string => `<g transform="translate(6 -5)">${stack(...layers)}</g>`;

export const moved = (x: number, y: number, scale: number, ...layers: Layers): string =>
  `<g transform="translate(${num(x)} ${num(y)}) scale(${Math.round(scale * 1e4) / 1e4})">${stack(...layers)}</g>`;

export const mirrored = (axis: number, ...layers: Layers): string =>
  `<g transform="translate(${num(axis * 2)} 0) scale(-1 1)">${stack(...layers)}</g>`;

export const turned = (degrees: number, x: number, y: number, ...layers: Layers): string =>
  `<g transform="rotate(${num(degrees)} ${num(x)} ${num(y)})">${stack(...layers)}</g>`;

function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Named after its own outline: drawing code stays free of counters, and a name never clashes. */
export function clipped(d: string, ...layers: Layers): string {
  const id = `c${fingerprint(d)}`;
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${stack(...layers)}</g>`;
}

/** One drawing printed in several places, as from a rubber stamp: the file holds it once. */
export function stamped(drawing: string, places: readonly (readonly [x: number, y: number])[]): string {
  const id = `s${fingerprint(drawing)}`;
  const prints = places.map(([x, y]) => `<use href="#${id}" x="${num(x)}" y="${num(y)}"/>`);
  return `<defs><g id="${id}">${drawing}</g></defs>${prints.join('')}`;
}

type Screen = 'dots' | 'fine';

const TILE: Record<Screen, number> = { dots: 14, fine: 8 };

/** Dots at the corners and the middle of a tile make the 45 degree grid of a halftone. */
function screenTile(kind: Screen, coverage: number, paint: string): string {
  const t = TILE[kind];
  const r = t * Math.sqrt(coverage / 100 / (2 * Math.PI));
  const places = [
    [0, 0],
    [t, 0],
    [0, t],
    [t, t],
    [t / 2, t / 2],
  ];
  const discs = places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${num(r)}"/>`);
  return `<g fill="${paint}">${discs.join('')}</g>`;
}

/** A flat tint made the printer's way, of dots covering so many hundredths of the ground. */
const screenOf =
  (kind: Screen) =>
  (paint: string, coverage: number, ground = 'none'): string =>
    `url(#${kind}_${paint.slice(1)}_${coverage}_${ground.replace('#', '')})`;

export const dots = screenOf('dots');
/** Small enough for cloth. */
export const fine = screenOf('fine');

/**
 * Screens are named after what they hold, so the sheet can define just those its layers ask for.
 * Tiles are unturned and whole pixels wide: a turned tile is resampled, which blurs the dots.
 */
function screensIn(body: string): string {
  const named = /url\(#((dots|fine)_(\w+?)_(\d+)_(\w+))\)/g;
  const screens = new Map<string, string>();
  for (const [, id = '', kind, paint, coverage, ground] of body.matchAll(named)) {
    if (screens.has(id)) continue;
    const size = TILE[kind as Screen];
    const side = `width="${size}" height="${size}"`;
    const base = ground === 'none' ? '' : `<rect ${side} fill="#${ground}"/>`;
    const tile = screenTile(kind as Screen, Number(coverage), `#${paint}`);
    screens.set(id, `<pattern id="${id}" patternUnits="userSpaceOnUse" ${side}>${base}${tile}</pattern>`);
  }
  return [...screens.values()].join('');
}

export function sheet(ground: string, ...layers: Layers): string {
  const body = stack(...layers);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<defs>${screensIn(body)}</defs><rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>${body}</svg>`
  );
}
