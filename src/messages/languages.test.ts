import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type Token } from '@messageformat/parser';
import { describe, expect, test } from 'vitest';
import { languages, pathIn, siteLanguages } from './languages.ts';
import { translator } from './server-catalogue.ts';

const folder = import.meta.dirname;
const areasOf = (language: string) => readdirSync(join(folder, language)).sort();
const read = (language: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, area), 'utf8'));

// Names and symbols that are the same in every language.
const common = new Set([
  'categories.ott',
  'compose.paper_a4',
  'epaper.size',
  'news.whatsApp',
  'plans.upiId',
  'review.stateWithCount',
  'settings.facebook',
  'settings.gstin',
  'settings.instagram',
  'settings.megabytes',
  'settings.x',
  'settings.youtube',
  'submissions.fileLine',
  // English has "By"; the others show only the name, because a preposition would inflect it.
  'news.by',
]);

/** The placeholders of a message, without duplicates: "count:plural", "name". */
function placeholders(tokens: Token[]): string[] {
  const found = tokens.flatMap((token): string[] => {
    if (token.type === 'argument') return [token.arg];
    if (token.type === 'function') return [`${token.arg}:${token.key}`];
    if ('cases' in token)
      return [`${token.arg}:${token.type}`, ...token.cases.flatMap((one) => placeholders(one.tokens))];
    return [];
  });
  return [...new Set(found)].sort();
}

/** The plural categories of a message, one list for each plural in it. */
const arms = (tokens: Token[]): string[][] =>
  tokens.flatMap((token) =>
    token.type === 'plural'
      ? [token.cases.map(({ key }) => key), ...token.cases.flatMap((one) => arms(one.tokens))]
      : [],
  );

describe.each(siteLanguages.filter((language) => language !== 'en'))('%s', (language) => {
  test('has the same message files as English', () => {
    expect(areasOf(language)).toEqual(areasOf('en'));
  });

  test.each(areasOf('en'))('%s has the same keys and placeholders as English', (area) => {
    const english = read('en', area);
    const own = read(language, area);
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
    const asked = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placeholders(parse(text))]));
    expect(asked(own)).toEqual(asked(english));
  });

  test.each(areasOf('en'))('%s has all plural categories of the language and no empty or untranslated text', (area) => {
    const english = read('en', area);
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const texts = Object.entries(read(language, area)).map(([key, text]) => ({
      name: `${area.replace('.json', '')}.${key}`,
      text,
      isEnglish: text === english[key],
    }));
    const lacksPlural = (text: string) => arms(parse(text)).some((keys) => needed.some((one) => !keys.includes(one)));
    expect(texts.filter(({ text }) => lacksPlural(text))).toEqual([]);
    expect(texts.filter(({ text }) => text.trim() === '')).toEqual([]);
    expect(texts.filter(({ name, isEnglish }) => isEnglish && !common.has(name))).toEqual([]);
  });

  test('formats numbers with the digits 0 to 9', () => {
    const { locale } = languages[language];
    expect(new Intl.NumberFormat(locale).format(12345)).toBe('12,345');
    expect(translator(language)('errors.tooManyWait', { minutes: 12 })).toContain('12');
    expect(new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).format(0)).toMatch(/\d/);
  });
});

test('pathIn returns the path of the same page in another language', () => {
  expect(pathIn('hi', '/')).toBe('/hi');
  expect(pathIn('hi', '/news/4')).toBe('/hi/news/4');
  expect(pathIn('ur', '/hi/news/4')).toBe('/ur/news/4');
  expect(pathIn('en', '/hi//other.test')).toBe('/other.test'); // two slashes would name a host
  expect(pathIn('en', '/hi')).toBe('/');
  expect(pathIn('en', '/hi/e-paper')).toBe('/e-paper');
  expect(pathIn('hi', '/history')).toBe('/hi/history');
});
