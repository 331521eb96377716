import { cacheLoads } from './cache-loads.ts';
import { type Area, areaOf, type CompiledArea, type TextKey, type TextParams, textOf } from './catalogue.ts';
import { defaultLanguage, type Language } from './languages.ts';

// The areas `mails` and `jobs` are used on the server only.
const english = import.meta.glob<CompiledArea>(['./en/*.json', '!./en/mails.json', '!./en/jobs.json'], {
  import: 'default',
});

// A function, because the server loads this module too and has no document. A page never changes its language, because
// each language has its own URLs.
const pageLanguage = () => document.documentElement.lang as Language; // written by our server

const areas = cacheLoads(fetchArea, 2000);

// The list of the other languages' catalogues costs their readers one more small request, and English pages nothing.
async function fetchArea(area: Area): Promise<CompiledArea> {
  const language = pageLanguage();
  const catalogues = language === defaultLanguage ? english : (await import('./other-catalogues.ts')).otherCatalogues;
  const load = catalogues[`./${language}/${area}.json`];
  if (!load) throw new Error(`There is no catalogue ${language}/${area}`);
  return load();
}

/** Preloads areas of the catalogue before the first rendering. */
export const loadAreas = (names: Area[]) => Promise.all(names.map(areas.fetch));

/** While rendering: suspends until these areas have been fetched, all at once. */
export function suspendUntilLoaded(names: Area[]): void {
  names.forEach(areas.fetch);
  names.forEach(areas.read);
}

/** Translates a text while rendering; suspends if its area has not been fetched yet. */
export const browserTranslate = (key: TextKey, params?: TextParams): string =>
  textOf(areas.read(areaOf(key)), key, params);

/** Translates a text outside of rendering, such as for a toast. */
export const translateAsync = async (key: TextKey, params?: TextParams): Promise<string> =>
  textOf(await areas.fetch(areaOf(key)), key, params);
