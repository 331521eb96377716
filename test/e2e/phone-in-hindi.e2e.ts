// A reporter on a phone, who types Hindi, Tamil or Urdu with an input method: the pages, what is saved meanwhile, and the published story.
import type { CDPSession } from '@playwright/test';

import { phonePhoto } from '../factories/pictures.ts';
import { expect, loaded, test } from './fixtures.ts';
import { savedInBrowser, savedOnServer, textEditor } from './story-steps.ts';
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

  // The page is closed in the middle of a word, as by a phone call.
  await keyboard.send('Input.imeSetComposition', { text: 'रोगियों', selectionStart: 7, selectionEnd: 7 });
  await savedInBrowser(page, 'रोगियों');
  await loaded(page);
  await page.reload();
  await page.getByRole('button', { name: t('newsroom.continueDraft') }).tap();
  await expect(title).toHaveValue('अस्पताल में नई मशीन ');
  await expect(text).toHaveText(/मशीन लगी। रोगियों$/);
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

test('no character of Tamil or Urdu is lost or doubled, in a list, before words and within them', async ({
  page,
  login,
  site,
}) => {
  await login('reporter');
  const keyboard = await page.context().newCDPSession(page);
  for (const [language, direction, words] of [
    ['ta', 'ltr', ['மருத்துவமனைக்கு', 'புதிய', 'கருவி', 'வந்தது.']],
    ['ur', 'rtl', ['ہسپتال', 'میں', 'نئی', 'مشین', 'لگی۔']],
  ] as const) {
    await page.goto('/admin-create');
    const text = textEditor(page);
    await page.getByLabel('Language', { exact: true }).selectOption(language);
    await expect(text).toHaveAttribute('dir', direction);
    await expect(text).toHaveAttribute('lang', language);
    await text.tap();
    await compose(keyboard, [...words]);
    await page.getByRole('button', { name: 'List', exact: true }).tap();
    await page.keyboard.press('Enter');
    await compose(keyboard, words.slice(0, 2));
    await page.keyboard.press('Home');
    await compose(keyboard, words.slice(2));
    await page.getByRole('button', { name: 'Bold' }).tap();
    await compose(keyboard, words.slice(0, 1));
    const [line, all] = [words.slice(0, 2).join(' '), words.join(' ')];
    await expect(text.getByRole('listitem')).toHaveText([all, `${words.slice(2).join(' ')} ${words[0]} ${line}`]);
    const item = `${words.slice(2).join(' ')} **${words[0]}** ${line}`;
    await savedOnServer(site, `- ${all}`);
    await savedOnServer(site, `- ${item}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});
