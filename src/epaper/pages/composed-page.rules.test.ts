import { expect, test } from 'vitest';
import { composedPage } from './composed-page.rules.ts';

const region = { left: 0.1, top: 0.2, right: 0.5, bottom: 0.9 };

test('a composed page has its text from the composer, and boxes of Latin words from the PDF', () => {
  const made = composedPage(
    [
      { text: 'Onion mandi\n\nPrices rose.', region: { ...region, top: 0 } },
      { text: 'प्याज की मंडी', region },
    ],
    [
      ['Onion', 0.1, 0.01, 0.2, 0.02],
      ['Ë¬·क', 0.1, 0.2, 0.2, 0.3],
    ],
  );
  expect(made.text).toBe('Onion mandi\n\nPrices rose.\n\nप्याज की मंडी');
  expect(made.words).toEqual([
    ['Onion', 0.1, 0.01, 0.2, 0.02],
    ['प्याज', 0.1, 0.2, 0.5, 0.9],
    ['की', 0.1, 0.2, 0.5, 0.9],
    ['मंडी', 0.1, 0.2, 0.5, 0.9],
  ]);
});
