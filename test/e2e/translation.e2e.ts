import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { openTranslator } from '../factories/translator.ts';
import { expect, test } from './fixtures.ts';

const withServer = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  env: async ({}, use) => {
    const translator = await openTranslator();
    await use({ TRANSLATE_URL: translator.url });
    await translator.close();
  },
});

/** Removes the browser's built-in translator, if it has one. */
const takeTranslator = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Translator'));

const words = { news_title: 'Ferry runs late', news_description: 'First words.\n\nThe *river* rose.', language: 'en' };

withServer(
  'a story in another language is translated by our server, marked, and back again',
  { tag: '@core' },
  async ({ page, site, checkAccessibility }) => {
    const { id } = await createStory(await site.as('editor'), words);
    await takeTranslator(page);
    await page.goto(`/hi/news/${id}`);
    const story = page.locator('article.story');
    await expect(story).toHaveAttribute('lang', 'en');
    await story.getByRole('button', { name: /हिन्दी/ }).click();
    await expect(story.getByRole('heading', { level: 1 })).toHaveText('FERRY RUNS LATE');
    await expect(story.locator('.story-text')).toHaveText('THE RIVER ROSE.');
    await expect(story).not.toHaveAttribute('lang');
    await expect(story.getByRole('status').filter({ hasText: 'English' })).toBeVisible();
    await checkAccessibility();
    await story.getByRole('status').locator('xpath=following-sibling::button').click();
    await expect(story.getByRole('heading', { level: 1 })).toHaveText('Ferry runs late');
  },
);

test('the browser’s built-in translator is preferred, and its download progress is shown', async ({ page, site }) => {
  const { id } = await createStory(await site.as('editor'), words);
  // Provided by desktop Chrome, but not by the test's browser.
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      Translator: {
        availability: async () => 'downloadable',
        create: async ({ monitor }: { monitor(target: EventTarget): void }) => {
          const target = new EventTarget();
          monitor(target);
          target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.4 }));
          await new Promise((resolve) => Object.assign(globalThis, { fetched: resolve }));
          return { translate: async (text: string) => `«${text}»`, destroy: () => undefined };
        },
      },
    });
  });
  await page.goto(`/ur/news/${id}`);
  await page.locator('article.story .story-versions button').click();
  await expect(page.getByRole('status').filter({ hasText: '40 %' })).toBeVisible();
  await page.evaluate(() => (globalThis as unknown as { fetched(): void }).fetched());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('«Ferry runs late»');
  await expect(page.locator('.story-text')).toHaveText('«The river rose.»');
});

test('without any translator, the reader sees how the browser can translate', async ({ page, site }) => {
  const { id } = await createStory(await site.as('editor'), { ...words, language: 'hi' });
  await takeTranslator(page);
  await page.goto(`/news/${id}`);
  await expect(page.getByText('This story is in हिन्दी. Your browser can translate it')).toBeVisible();
});
