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

// Names and signs that every language writes as English does.
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
  // English says "By"; the others put the name alone, since "by" would have to bend it.
  'news.by',
]);

/** What a message asks of its caller, each once: "count:plural", "name". */
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

/** The plural arms of a message, as one list for each plural in it. */
const arms = (tokens: Token[]): string[][] =>
  tokens.flatMap((token) =>
    token.type === 'plural'
      ? [token.cases.map(({ key }) => key), ...token.cases.flatMap((one) => arms(one.tokens))]
      : [],
  );

describe.each(siteLanguages.filter((language) => language !== 'en'))('%s', (language) => {
  test('has the areas of English', () => {
    expect(areasOf(language)).toEqual(areasOf('en'));
  });

  test.each(areasOf('en'))('%s says all that English says, with the same placeholders', (area) => {
    const english = read('en', area);
    const own = read(language, area);
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
    const asked = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placeholders(parse(text))]));
    expect(asked(own)).toEqual(asked(english));
  });

  test.each(areasOf('en'))('%s has the plural arms of the language, no empty text and none in English', (area) => {
    const english = read('en', area);
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(read(language, area))) {
      const name = `${area.replace('.json', '')}.${key}`;
      for (const keys of arms(parse(text))) expect(keys, name).toEqual(expect.arrayContaining(needed));
      expect(text.trim(), name).not.toBe('');
      if (!common.has(name)) expect(text, name).not.toBe(english[key]);
    }
  });

  test('writes numbers with the digits 0 to 9', () => {
    const { locale } = languages[language];
    expect(new Intl.NumberFormat(locale).format(12345)).toBe('12,345');
    expect(translator(language)('errors.tooManyWait', { minutes: 12 })).toContain('12');
    expect(new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).format(0)).toMatch(/\d/);
  });
});

test('the same page in another language', () => {
  expect(pathIn('hi', '/')).toBe('/hi');
  expect(pathIn('hi', '/news/4')).toBe('/hi/news/4');
  expect(pathIn('ur', '/hi/news/4')).toBe('/ur/news/4');
  expect(pathIn('en', '/hi//other.test')).toBe('/other.test'); // two slashes would name a host
  expect(pathIn('en', '/hi')).toBe('/');
  expect(pathIn('en', '/hi/e-paper')).toBe('/e-paper');
  expect(pathIn('hi', '/history')).toBe('/hi/history');
});
