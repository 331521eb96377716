import { use } from 'react';
import { type Area, areaOf, type CompiledArea, type TextKey, type TextParams, textOf } from './catalogue.ts';
import { defaultLanguage, type Language } from './languages.ts';

// Mails are written on the server only.
const english = import.meta.glob<CompiledArea>(['./en/*.json', '!./en/mails.json'], { import: 'default' });
const loaded = new Map<Area, CompiledArea>();
const loading = new Map<Area, Promise<CompiledArea>>();

// A page keeps its language: choosing another one opens another address.
const language = document.documentElement.lang as Language; // written by our own server

function load(area: Area): Promise<CompiledArea> {
  const known = loading.get(area);
  if (known) return known;
  const promise = fetchArea(area).then((texts) => {
    loaded.set(area, texts);
    return texts;
  });
  loading.set(area, promise);
  return promise;
}

// One language at a time. The others' list costs their readers one more small request, and English pages nothing.
async function fetchArea(area: Area): Promise<CompiledArea> {
  const catalogues = language === defaultLanguage ? english : (await import('./other-catalogues.ts')).otherCatalogues;
  const load = catalogues[`./${language}/${area}.json`];
  if (!load) throw new Error(`There is no catalogue ${language}/${area}`);
  return load();
}

/** Fetches areas of the catalogue ahead of the first rendering. */
export const loadAreas = (areas: Area[]) => Promise.all(areas.map(load));

/** While rendering: waits, by suspending, for areas that have not been fetched yet. */
export const needAreas = (areas: Area[]): void => {
  for (const area of areas) if (!loaded.has(area)) use(load(area));
};

/** A text of an area that has been fetched; while rendering it waits for one that has not. */
export const browserTranslate = (key: TextKey, params?: TextParams): string => {
  const area = areaOf(key);
  return textOf(loaded.get(area) ?? use(load(area)), key, params);
};

/** Outside of rendering, such as for a toast. */
export const translateLater = async (key: TextKey, params?: TextParams): Promise<string> =>
  textOf(await load(areaOf(key)), key, params);
