import { type Language, languages, pathIn, siteLanguages } from '#src/messages/languages.ts';
import { expect, test } from './fixtures.ts';

const scripts: Record<Language, RegExp> = {
  en: /\p{Script=Latin}/u,
  hi: /\p{Script=Devanagari}/u,
  mr: /\p{Script=Devanagari}/u,
  bn: /\p{Script=Bengali}/u,
  te: /\p{Script=Telugu}/u,
  ta: /\p{Script=Tamil}/u,
  gu: /\p{Script=Gujarati}/u,
  ur: /\p{Script=Arabic}/u,
};

test.use({ env: { SAMPLE_CONTENT: 'on' } });

test('the front of each language: every headline above the fold is in that language, and so are the first four', async ({
  page,
  checkAccessibility,
}) => {
  test.slow(); // a site of its own, which draws its sample before it listens
  for (const language of siteLanguages)
    for (const [width, height, atLeast] of [
      [360, 740, 1],
      [1280, 800, 4],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(pathIn(language, '/news'));
      await expect(page.locator('.nameplate-name')).toHaveText(scripts[language]);
      const headlines = await page.evaluate(() =>
        [...document.querySelectorAll('main :is(article :is(h2, h3), .latest li, .breaking li) a')].flatMap((link) => {
          const { top, bottom, width } = link.getBoundingClientRect();
          const lang = link.closest('[lang]')?.getAttribute('lang');
          const isSeen = bottom > 0 && top < innerHeight;
          return width > 0 ? [{ text: link.textContent ?? '', lang, isSeen }] : [];
        }),
      );
      const where = `${languages[language].name} at ${width} px`;
      const isOwn = ({ text, lang }: (typeof headlines)[0]) =>
        lang?.startsWith(language) === true && scripts[language].test(text);
      const seen = headlines.filter(({ isSeen }) => isSeen);
      expect(seen.length, where).toBeGreaterThanOrEqual(atLeast);
      expect(
        [...seen, ...headlines.slice(0, 4)].filter((headline) => !isOwn(headline)),
        where,
      ).toEqual([]);
      expect(headlines.filter(isOwn).length, where).toBeGreaterThanOrEqual(12);
      if (width === 1280) await checkAccessibility(page, ['words']); // names of regions are different in each language
    }
});
