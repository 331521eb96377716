import { use } from 'react';
import { cacheLoads } from './cache-loads.ts';
import { type Area, areaOf, type CompiledArea, type TextKey, type TextParams, textOf } from './catalogue.ts';
import { defaultLanguage, type Language } from './languages.ts';

// The area `mails` is used on the server only.
const english = import.meta.glob<CompiledArea>(['./en/*.json', '!./en/mails.json'], { import: 'default' });
const loaded = new Map<Area, CompiledArea>();

// A function, because the server loads this module too and has no document. A page never changes its language, because
// each language has its own URLs.
const pageLanguage = () => document.documentElement.lang as Language; // written by our server

const load = cacheLoads(async (area: Area) => {
  const texts = await fetchArea(area);
  loaded.set(area, texts);
  return texts;
}, 2000);

// The list of the other languages' catalogues costs their readers one more small request, and English pages nothing.
async function fetchArea(area: Area): Promise<CompiledArea> {
  const language = pageLanguage();
  const catalogues = language === defaultLanguage ? english : (await import('./other-catalogues.ts')).otherCatalogues;
  const load = catalogues[`./${language}/${area}.json`];
  if (!load) throw new Error(`There is no catalogue ${language}/${area}`);
  return load();
}

/** Preloads areas of the catalogue before the first rendering. */
export const loadAreas = (areas: Area[]) => Promise.all(areas.map(load));

/**
 * While rendering: returns an area's texts, and suspends until they have been fetched. When React renders a component
 * again after it has suspended, `use` returns what it waited for then, by the order of the calls: texts of another area,
 * if that one is here by now. Therefore it is asked until the right ones are here.
 */
function textsOf(area: Area): CompiledArea {
  for (;;) {
    const texts = loaded.get(area);
    if (texts) return texts;
    use(load(area));
  }
}

/** While rendering: suspends until these areas have been fetched. */
export const suspendUntilLoaded = (areas: Area[]): void => areas.forEach(textsOf);

/** Translates a text while rendering; suspends if its area has not been fetched yet. */
export const browserTranslate = (key: TextKey, params?: TextParams): string =>
  textOf(textsOf(areaOf(key)), key, params);

/** Translates a text outside of rendering, such as for a toast. */
export const translateAsync = async (key: TextKey, params?: TextParams): Promise<string> =>
  textOf(await load(areaOf(key)), key, params);
