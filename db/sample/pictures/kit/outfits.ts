/** What people wear, by name. */
import type { Look } from './heads.ts';
import { PAPER } from './print.ts';
import { type Build, CHILD, MAN, WOMAN } from './skeleton.ts';
import type { Lower, Outfit, Top } from './wardrobe.ts';

const wearing = (top: Top, lower: Lower, look: Look, build: Build = MAN): Outfit => ({ top, lower, look, build });

export const shirt = (paint: string, trousers: string, look: Look = { hair: 'short' }): Outfit =>
  wearing({ paint, sleeve: 0.75 }, { kind: 'trousers', paint: trousers, reach: 1.92 }, look);

export const strip = (jersey: string, shorts: string, look: Look = { hair: 'short' }): Outfit =>
  wearing({ paint: jersey, sleeve: 0.7 }, { kind: 'trousers', paint: shorts, reach: 0.8 }, look);

export const kurta = (paint: string, pyjama: string = PAPER, look: Look = { hair: 'short' }): Outfit =>
  wearing({ paint, sleeve: 1.75, skirt: 0.9 }, { kind: 'trousers', paint: pyjama, reach: 1.9 }, look);

export const dhoti = (paint: string, vest: string, look: Look = { hair: 'short' }): Outfit =>
  wearing({ paint: vest, sleeve: 0.7 }, { kind: 'dhoti', paint, reach: 1.55 }, look);

export const lungi = (paint: string, vest: string, look: Look = { hair: 'short' }): Outfit =>
  wearing({ paint: vest, sleeve: 0.6 }, { kind: 'skirt', paint, reach: 1.75 }, look);

export const sari = (paint: string, border: string, blouse: string, look: Look = { hair: 'bun' }): Outfit => ({
  ...wearing({ paint: blouse, sleeve: 0.6 }, { kind: 'skirt', paint, reach: 1.95, hem: border }, look, WOMAN),
  wrap: { kind: 'pallu', paint, hem: border },
});

export const salwar = (paint: string, loose: string, dupatta: string, look: Look = { hair: 'plait' }): Outfit => ({
  ...wearing({ paint, sleeve: 1.3, skirt: 0.95 }, { kind: 'trousers', paint: loose, reach: 1.9 }, look, WOMAN),
  wrap: { kind: 'dupatta', paint: dupatta },
});

export const pinafore = (paint: string, look: Look = { hair: 'plait' }): Outfit =>
  wearing({ paint: PAPER, sleeve: 0.6 }, { kind: 'skirt', paint, reach: 0.95 }, look, CHILD);
