import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';
import { translator } from './texts.ts';

const languages = ['en', 'hi', 'bn', 'ta', 'te', 'mr', 'gu', 'ur'] as const;
const widths = [360, 768, 1280, 1920];

/** Returns the positions of the date and the language menu's button. */
const places = (page: Page) =>
  page.locator('.top-strip').evaluate((strip) => {
    const box = (selector: string) => {
      const { left, right, top, bottom } = strip.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return { left, right, middle: (top + bottom) / 2 };
    };
    return { date: box('time'), widget: box('.menu:has([hreflang]) summary') };
  });

test('the date is beside the language menu, whose accessible name contains its visible label', async ({
  page,
  site,
  checkAccessibility,
}) => {
  test.slow();
  const { id } = await createStory(await site.as('editor'));
  const pages = ['/news', `/news/${id}`, '/e-paper', '/login', '/search', '/nothing/here'];
  const all = languages.flatMap((code) => (code === 'en' ? pages : ['/news']).map((path) => ({ code, path })));
  for (const { code, path } of all) {
    const prefix = code === 'en' ? '' : `/${code}`;
    await page.goto(prefix + path);
    const t = translator(code);
    const widget = page.locator('.top-strip .menu:has([hreflang]) summary');
    const shown = (await widget.innerText()).trim();
    expect(shown).not.toBe('');
    expect(await widget.getAttribute('aria-label')).toBe(`${t('shell.language')}: ${shown}`);
    const avatar = page.locator('.top-strip .menu summary').last();
    expect(await avatar.getAttribute('aria-label')).toContain((await avatar.innerText()).trim());
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const { date, widget } = await places(page);
      const gap = Math.max(widget.left - date.right, date.left - widget.right);
      const at = `${prefix}${path} ${width}`;
      expect(gap, at).toBeGreaterThanOrEqual(0);
      expect(gap, at).toBeLessThanOrEqual(24);
      expect(Math.abs(date.middle - widget.middle), at).toBeLessThan(6);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBe(width);
    }
    await checkAccessibility();
  }
});
