import { describe, expect, test } from 'vitest';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import {
  authorRefs,
  authorsField,
  bylineOf,
  bylineParts,
  checkAuthor,
  findAuthor,
  findName,
  isBeforeLinking,
  parseHandle,
  replacesAuthors,
} from './authors.rules.ts';

const author = (id: number, name: string, more = {}) => ({
  id,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  former_ids: [] as number[],
  former_slugs: [] as string[],
  ...more,
});
const asha = author(3, 'Asha Rao', { former_ids: [9], former_slugs: ['a-rao'] });
const ravi = author(7, 'Ravi Sen');
const meera = author(8, 'Meera Nair');
const all = [asha, ravi, meera];

describe('references', () => {
  test('a field holds ids or slugs in order, each once', () => {
    expect(authorRefs(' 7, asha-rao ,,7')).toEqual(['7', 'asha-rao']);
    expect(authorsField([ravi, asha, ravi])).toBe('7,3');
  });

  test.each([
    ['3', asha],
    ['9', asha],
    ['asha-rao', asha],
    ['A-Rao', asha],
    ['4', undefined],
    ['nobody', undefined],
  ])('%s', (ref, found) => {
    expect(findAuthor(all, ref)).toBe(found);
  });

  test('a new author takes precedence over a former slug', () => {
    const newcomer = author(11, 'A Rao');
    expect(findAuthor([...all, newcomer], 'a-rao')).toBe(newcomer);
  });
});

test('a slug has no punctuation', () => {
  expect(nameSlug(' K. Das ')).toBe('k-das');
  expect(nameSlug('आशा राव')).toBe('आशा-राव');
});

describe('bylines', () => {
  test('are lists in the language of the story', () => {
    const names = all.map(({ name }) => name);
    expect(bylineOf(names, 'en')).toBe('Asha Rao, Ravi Sen and Meera Nair');
    expect(bylineOf(names, 'hi')).toBe('Asha Rao, Ravi Sen, और Meera Nair');
    expect(bylineOf(['Asha Rao'], 'ur')).toBe('Asha Rao');
  });

  const link = ({ name, slug }: typeof asha) => ({ name, slug });
  test('link the authors and keep the rest', () => {
    expect(bylineParts('', [], 'en')).toEqual([]);
    expect(bylineParts('Our correspondent', [], 'en')).toEqual(['Our correspondent']);
    expect(bylineParts('Asha Rao and Ravi Sen', [asha, ravi], 'en')).toEqual([link(asha), ' and ', link(ravi)]);
    expect(bylineParts('Asha Rao and Ravi Sen', [ravi], 'en')).toEqual(['Asha Rao and ', link(ravi)]);
  });

  test('link no name within another one', () => {
    const ram = author(12, 'Ram');
    expect(bylineParts('Ramesh, Ram Das and Ram', [ram], 'en')).toEqual(['Ramesh, Ram Das and ', link(ram)]);
    // Of a story whose language has changed since.
    expect(bylineParts('Asha Rao और Ram', [ram], 'en')).toEqual(['Asha Rao और ', link(ram)]);
    expect(findName('Ramesh and Ram Das', 'Ram')).toBe(-1);
  });

  test('that still have a former name show the present one', () => {
    expect(bylineParts('A. Rao and Ravi Sen', [asha, ravi], 'en')).toEqual([link(asha), ' and ', link(ravi)]);
  });

  test('a form from before its story was linked is known by its text', () => {
    const stored = { authors: '3', author: 'Asha Rao' };
    expect(isBeforeLinking({ authors: '', author: 'Asha Rao ' }, stored)).toBe(true);
    expect(isBeforeLinking({ authors: '', author: 'A guest' }, stored)).toBe(false);
    expect(isBeforeLinking({ authors: '' }, stored)).toBe(false);
    expect(isBeforeLinking({ authors: '7', author: 'Asha Rao' }, stored)).toBe(false);
    expect(replacesAuthors({ author: 'A. Rao' }, stored, { author: 'A. Rao' })).toBe(false);
    expect(replacesAuthors({ author: 'PTI' }, stored)).toBe(true);
    expect(replacesAuthors({ author: 'Asha Rao' }, stored)).toBe(false);
    expect(replacesAuthors({ author: 'PTI', authors: '3' }, stored)).toBe(false);
  });
});

describe('profiles', () => {
  test.each([
    ['x', '@asha_rao', 'asha_rao'],
    ['x', 'https://twitter.com/asha_rao?s=20', 'asha_rao'],
    ['x', 'x.com/asha_rao', 'asha_rao'],
    ['x', '', ''],
    ['x', 'https://x.example/asha', undefined],
    ['x', 'https://x.com/', undefined],
    ['x', 'asha rao', undefined],
    ['x', 'javascript:alert(1)', undefined],
    ['instagram', 'https://www.instagram.com/asha.rao/', 'asha.rao'],
    ['instagram', 'asha/rao', undefined],
  ] as const)('%s: %s', (network, typed, handle) => {
    expect(parseHandle(network, typed)).toBe(handle);
  });
});

describe('checkAuthor', () => {
  const form = { name: ' Asha  Rao ', role: '', bio: '', language: 'en', email: '', x: '', instagram: '' };

  test('stores a tidy name', () => {
    expect(checkAuthor(form)).toEqual({ author: { ...form, name: 'Asha Rao' } });
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: '42' }, 'name'],
    [{ name: 'Rao, Asha' }, 'name'],
    [{ name: 'a/b' }, 'name'],
    [{ email: 'asha' }, 'email'],
    [{ language: 'xx' }, 'language'],
    [{ x: 'https://example.org/asha' }, 'x'],
    [{ instagram: 'a b' }, 'instagram'],
  ])('rejects %o', (change, field) => {
    expect(checkAuthor({ ...form, ...change })).toMatchObject({ errors: { [field]: {} } });
  });
});
