import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTextKey, translator } from '#src/messages/server-catalogue.ts';
import {
  defaultCategories,
  findBySlug,
  findSubBySlug,
  nameFromSlug,
  offeredSubCategories,
  shownSubCategories,
  slugOf,
} from './categories.rules.ts';
import { displayName, localName } from './category-names.rules.ts';

const named = (...names: string[]) => names.map((name) => ({ name, slug: slugOf(name) }));

test.each([
  ['Sports News', 'sports-news'],
  ['  OTT ', 'ott'],
  ['Current   News', 'current-news'],
  ['विज्ञान वार्ता', 'विज्ञान-वार्ता'],
  ['தமிழ் செய்திகள்', 'தமிழ்-செய்திகள்'],
])('the slug of %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('slugOf is idempotent, and findBySlug matches names regardless of case', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name.trim() !== ''),
      (name) => {
        const slug = slugOf(name);
        expect(slugOf(slug)).toBe(slug);
        expect(findBySlug([{ name, slug }], name.trim())?.name).toBe(name);
      },
    ),
  );
});

test('a former name finds its entry, unless another entry has the name now', () => {
  const sport = { name: 'Sport', slug: 'sport', former_slugs: ['games'] };
  expect(findBySlug([...named('Business'), sport], 'Games')?.name).toBe('Sport');
  expect(findBySlug([sport, ...named('Games')], 'Games')?.name).toBe('Games');
});

test('a former sub-category whose stories are under Others is Others', () => {
  const category = { sub_categories: named('Tides'), others_slugs: ['ice'] };
  expect(findSubBySlug(category, 'Ice')).toBe('Others');
  expect(findSubBySlug(category, 'OTHERS')).toBe('Others');
  expect(findSubBySlug({ ...category, sub_categories: named('Ice') }, 'Ice')).toMatchObject({ name: 'Ice' });
  expect(findSubBySlug(category, 'Gossip')).toBeUndefined();
});

test('a name in another language wins over the catalogue', () => {
  const t = translator('hi');
  expect(localName(t, 'hi', { name: 'Sports News', names: { hi: 'खेल-कूद' } })).toBe('खेल-कूद');
  expect(localName(t, 'hi', { name: 'Sports News', names: { ta: 'விளையாட்டு' } })).toBe('खेल समाचार');
  expect(localName(t, 'hi', { name: 'Chess' })).toBe('Chess');
});

test('a slug without a category becomes a readable name', () => {
  expect(nameFromSlug('sports-news')).toBe('Sports News');
});

test('every category offers the sub-category Others exactly once', () => {
  expect(offeredSubCategories(named('Cricket'))).toEqual(named('Cricket', 'Others'));
  expect(offeredSubCategories([])).toEqual(named('Others'));
  expect(offeredSubCategories(named('Others'))).toEqual(named('Others'));
});

test('readers see the sub-categories of a category; Others has only the sub-category Others', () => {
  expect(shownSubCategories({ name: 'Business', sub_categories: named('Markets') })).toEqual(named('Markets'));
  expect(shownSubCategories({ name: 'Others', sub_categories: [] })).toEqual(named('Others'));
  expect(shownSubCategories({ name: 'Chess', sub_categories: [] })).toEqual([]);
});

test('every default category has a display name', () => {
  for (const name of Object.entries(defaultCategories).flatMap(([name, subs]) => [name, ...subs])) {
    expect(isTextKey(`categories.${slugOf(name)}`), name).toBe(true);
    expect(displayName(translator('en'), name)).toBe(name);
  }
  expect(displayName(translator('hi'), 'Sports News')).toBe('खेल समाचार');
  expect(displayName(translator('hi'), 'Gardening')).toBe('Gardening');
});
