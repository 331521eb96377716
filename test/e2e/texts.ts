import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areaOf, type TextKey } from '#src/messages/catalogue.ts';
import type { Language } from '#src/messages/languages.ts';

/** Returns a text of the catalogue with simple placeholders filled in; other kinds are not supported. */
export const translator =
  (language: Language) =>
  (key: TextKey, params: Record<string, string | number> = {}): string => {
    const area = areaOf(key);
    const file = join(import.meta.dirname, '../../src/messages', language, `${area}.json`);
    const text = JSON.parse(readFileSync(file, 'utf8'))[key.slice(area.length + 1)] as string; // texts are strings
    return text.replace(/\{(\w+)(?:, number)?\}/g, (_, name) => String(params[name]));
  };
