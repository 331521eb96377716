// A reporter on a phone, who types Hindi with an input method: the pages, what is saved meanwhile, and the published story.
import type { CDPSession } from '@playwright/test';

import { phonePhoto } from '../factories/pictures.ts';
import { expect, loaded, test } from './fixtures.ts';
import { savedInBrowser, savedOnServer } from './story-steps.ts';
import { translator } from './texts.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const t = translator('hi');

/** Types words as an input method does: each is composed letter by letter, and then committed. */
async function compose(keyboard: CDPSession, words: string[]) {
  for (const word of words) {
    for (let end = 1; end <= word.length; end++)
      await keyboard.send('Input.imeSetComposition', {
        text: word.slice(0, end),
        selectionStart: end,
        selectionEnd: end,
      });
    await keyboard.send('Input.insertText', { text: `${word} ` });
  }
}

test('a story is written in Hindi, continued after a call, handed in, and published', async ({
  page,
  login,
  site,
  checkAccessibility,
}) => {
  const editor = await site.as('editor');
  await login('reporter');
  const keyboard = await page.context().newCDPSession(page);
  const fitsWidth = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto('/hi/admin-create');
  const title = page.getByLabel(t('newsroom.title'), { exact: true });
  const text = page.getByLabel(t('newsroom.descriptionOptional'));
  await page.getByLabel(t('newsroom.category'), { exact: true }).selectOption({ value: 'Health' });
  await page.getByLabel(t('newsroom.subCategory'), { exact: true }).selectOption({ value: 'Fitness' });
  await title.tap();
  await compose(keyboard, ['अस्पताल', 'में', 'नई', 'मशीन']);
  await expect(title).toHaveValue('अस्पताल में नई मशीन ');
  await text.tap();
  await compose(keyboard, ['ज़िला', 'अस्पताल', 'में', 'मशीन', 'लगी।']);
  await savedOnServer(site, 'मशीन लगी।');

  // The page is closed in the middle of a word, as when somebody calls.
  await keyboard.send('Input.imeSetComposition', { text: 'रोगियों', selectionStart: 7, selectionEnd: 7 });
  await savedInBrowser(page, 'रोगियों');
  await loaded(page);
  await page.reload();
  await page.getByRole('button', { name: t('newsroom.continueDraft') }).tap();
  await expect(title).toHaveValue('अस्पताल में नई मशीन ');
  await expect(text).toHaveValue(/मशीन लगी। रोगियों$/);
  await expect(page.getByLabel(t('newsroom.language'), { exact: true })).toHaveValue('hi');
  await page.getByLabel(t('newsroom.image'), { exact: true }).setInputFiles(await phonePhoto());
  await fitsWidth();
  await checkAccessibility();
  // The button stays in reach of the thumb while the form is longer than the screen.
  const send = page.getByRole('button', { name: t('newsroom.create') });
  await expect(send).toBeInViewport();
  await page.getByLabel(t('newsroom.status')).selectOption('ready');
  await send.tap();
  await expect(page.getByText(t('newsroom.created'))).toBeVisible();

  const [ready] = (await editor.get('/api/drafts')).body;
  expect(ready).toMatchObject({ news_title: 'अस्पताल में नई मशीन', status: 'ready' });
  const published = await editor.form('PUT', `/api/admin/${ready.id}`, { status: 'published' });
  expect(published.body).toMatchObject({ status: 'published', language: 'hi' });
  await page.goto(`/hi/news/${ready.id}`);
  await expect(page.getByRole('heading', { name: 'अस्पताल में नई मशीन' })).toBeVisible();
  await fitsWidth();
});
