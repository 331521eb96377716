// Progress, cancellation, failure and end of a story's translation, by keyboard on a phone.
import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { openTranslator } from '../factories/translator.ts';
import type { TestSite } from '../site.ts';
import { expect } from './fixtures.ts';
import { test as base, type Keys } from './keys.ts';
import { translator as textsIn } from './texts.ts';

const test = base.extend<{ server: Awaited<ReturnType<typeof openTranslator>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  server: async ({}, use) => {
    const server = await openTranslator();
    await use(server);
    await server.close();
  },
  env: async ({ server }, use) => use({ TRANSLATE_URL: server.url }),
});
test.use({ viewport: { width: 360, height: 740 } });

const t = textsIn('hi');
const from = { language: 'English' };
const words = { news_title: 'Ferry runs late', news_description: 'First words.\n\nThe *river* rose.', language: 'en' };

const parts = (page: Page) => {
  const note = page.locator('.translation-note');
  return {
    note,
    status: note.getByRole('status'),
    button: note.getByRole('button'),
    bar: note.getByRole('progressbar'),
  };
};

async function openStory(page: Page, site: TestSite, keys: Keys) {
  const { id } = await createStory(await site.as('editor'), words);
  await page.goto(`/hi/news/${id}`);
  await keys.skipMenus();
}
const withoutOwnTranslator = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Translator'));

test('shows that it works, and is cancelled at once, on the server too', async ({
  page,
  site,
  server,
  keys,
  checkAccessibility,
}) => {
  const usual = server.answer;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  server.answer = async (task) => {
    await held;
    return usual(task);
  };
  await withoutOwnTranslator(page);
  await openStory(page, site, keys);
  const { note, status, button, bar } = parts(page);
  const title = page.getByRole('heading', { level: 1 });
  const top = () => page.locator('.story-text').evaluate((text) => text.getBoundingClientRect().top + scrollY);
  await keys.reach(button);
  const before = await top();
  await page.keyboard.press('Enter');
  await expect(bar).toHaveAccessibleName(t('translation.translating'));
  await expect(bar).not.toHaveAttribute('aria-valuenow');
  await expect(note).toHaveAttribute('aria-busy', 'true');
  await expect(status).toHaveText(t('translation.translating'));
  await expect(button).toHaveText(t('translation.cancel'));
  await expect(button).toBeFocused();
  expect(await top()).toBe(before);
  await checkAccessibility();
  await expect.poll(() => server.asked.length).toBe(1);
  await page.keyboard.press('Enter');
  await expect(status).toHaveText(t('translation.cancelled', from));
  await expect(button).toHaveText(t('translation.translate', { language: 'हिन्दी' }));
  await expect(button).toBeFocused();
  await expect(bar).toHaveCount(0);
  await expect(note).toHaveAttribute('aria-busy', 'false');
  await expect.poll(() => server.cancelled).toBe(1);
  expect(await top()).toBe(before);
  await checkAccessibility();
  release();
  server.answer = usual;
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('FERRY RUNS LATE');
});

test('a failure says so and is tried again; the original comes back, also after a reload', async ({
  page,
  site,
  server,
  keys,
  checkAccessibility,
}) => {
  const usual = server.answer;
  server.answer = () => ({ status: 500, body: {} });
  await withoutOwnTranslator(page);
  await openStory(page, site, keys);
  const { status, button } = parts(page);
  const title = page.getByRole('heading', { level: 1 });
  await keys.press(button);
  await expect(status).toHaveText(t('translation.failed'));
  await expect(button).toHaveText(t('shell.tryAgain'));
  await expect(button).toBeFocused();
  await checkAccessibility();
  server.answer = usual;
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('FERRY RUNS LATE');
  await expect(status).toHaveText(t('translation.machine', from));
  await expect(button).toHaveText(t('translation.original'));
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Ferry runs late');
  await expect(status).toHaveText(t('translation.storyIsIn', from));
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('FERRY RUNS LATE');
  await page.reload();
  await expect(title).toHaveText('Ferry runs late');
  await expect(button).toHaveText(t('translation.translate', { language: 'हिन्दी' }));
});

test('the browser’s own translator reports each block, and stops', async ({ page, site, keys }) => {
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    const blocks = { translated: 0, destroyed: 0, next: () => waiting.shift()?.() };
    Object.assign(globalThis, {
      blocks,
      Translator: {
        availability: async () => 'available',
        create: async () => ({
          translate: (text: string, { signal }: { signal: AbortSignal }) =>
            new Promise<string>((resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason));
              waiting.push(() => {
                blocks.translated += 1;
                resolve(`«${text}»`);
              });
            }),
          destroy: () => {
            blocks.destroyed += 1;
          },
        }),
      },
    });
  });
  type Fake = { blocks: { translated: number; destroyed: number; next(): void } };
  const next = () => page.evaluate(() => (globalThis as unknown as Fake).blocks.next());
  const counts = () =>
    page.evaluate(() => {
      const { translated, destroyed } = (globalThis as unknown as Fake).blocks;
      return { translated, destroyed };
    });
  await openStory(page, site, keys);
  const { status, button, bar } = parts(page);
  await keys.press(button);
  await expect(bar).toHaveAttribute('aria-valuenow', '0');
  await next();
  await expect(bar).toHaveAttribute('aria-valuenow', '33');
  await expect(bar).toHaveAttribute('aria-valuetext', t('translation.parts', { done: 1, total: 3 }));
  // Screen readers announce once that it works, not for every block.
  const announced = await status.evaluate((node) => {
    const copy = node.cloneNode(true) as Element; // of an element
    for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
    return copy.textContent;
  });
  expect(announced?.trim()).toBe(t('translation.translating'));
  await page.keyboard.press('Enter');
  await expect(button).toHaveText(t('translation.translate', { language: 'हिन्दी' }));
  await expect.poll(counts).toEqual({ translated: 1, destroyed: 1 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ferry runs late');
});
