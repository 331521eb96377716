import { type Area, areaOf, type CompiledArea, type TextKey, type Translate, textOf } from './catalogue.ts';
import type { Language } from './languages.ts';

const modules = import.meta.glob<CompiledArea>('./*/*.json', { eager: true, import: 'default' });

const area = (language: Language, name: Area) => modules[`./${language}/${name}.json`];

/** Translates with the whole catalogue of one language. */
export const translator =
  (language: Language): Translate =>
  (key, params) =>
    textOf(area(language, areaOf(key)) ?? {}, key, params);

/** Whether a string is a text key, for messages that libraries pass through. */
export const isTextKey = (value: string): value is TextKey => {
  const [name = '', key = ''] = value.split('.');
  return Object.hasOwn(modules[`./en/${name}.json`] ?? {}, key);
};
