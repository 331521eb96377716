import { expect, test } from 'vitest';
import type { EditionView } from './editions.contract.ts';
import { editionData, libraryData } from './structured.rules.ts';

const paper = { origin: 'https://news.test', name: 'Shore Gazette' };
const report: EditionView = {
  id: 7,
  category: 'weekly',
  filename: 'Suryanagar.pdf',
  thumbnail_url: null,
  url: '/download/Suryanagar.pdf',
  title: 'Suryanagar',
  issue_date: '2026-11-21',
  place: null,
  pages: 12,
  size_bytes: 1000,
  cover_width: 400,
  cover_height: 566,
  created_at: '2026-11-21T00:00:00.000Z',
};
const paid = (cssSelector: string) => ({
  isAccessibleForFree: false,
  hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector },
});

test('an edition is marked as paid, with a selector of its paid parts', () => {
  expect(editionData(paper, report, 2)).toMatchObject([
    {
      '@type': 'PublicationIssue',
      name: 'Suryanagar',
      url: 'https://news.test/e-paper/7',
      isPartOf: { name: 'Shore Gazette' },
      ...paid('.paywall'),
    },
  ]);
  expect(libraryData(paper, [report])).toMatchObject([paid('.edition')]);
});

test('an edition with only free pages is marked as free', () => {
  const [data] = editionData(paper, report, 12);
  expect(data).toMatchObject({ isAccessibleForFree: true });
  expect(data).not.toHaveProperty('hasPart');
});
