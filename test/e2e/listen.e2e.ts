import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

/** Adds a voice to the test's browser, which has none; a sentence ends when the test calls `finish`. */
const giveVoice = (page: Page) =>
  page.addInitScript(() => {
    const said: string[] = [];
    let current: SpeechSynthesisUtterance | undefined;
    Object.assign(window, { said, finish: () => current?.onend?.(new Event('end') as SpeechSynthesisEvent) });
    Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { writable: true, value: null });
    speechSynthesis.getVoices = () => [{ lang: 'en-IN', localService: true, name: 'Asha' } as SpeechSynthesisVoice];
    speechSynthesis.cancel = () => undefined;
    speechSynthesis.speak = (utterance) => {
      current = utterance;
      said.push(utterance.text);
    };
  });
const said = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said);
const finish = (page: Page) => page.evaluate(() => (window as unknown as { finish(): void }).finish());

test('a story is read aloud sentence by sentence, and resumes where it was stopped', { tag: '@core' }, async ({
  page,
  site,
  checkAccessibility,
}) => {
  const { id } = await createStory(await site.as('editor'), {
    news_title: 'Ferry runs late',
    news_description: 'It left at 6.30. Nobody knew why.\n\n- The *crew* slept.\n- The river rose.',
  });
  await giveVoice(page);
  await page.goto(`/news/${id}`);
  await page.getByRole('button', { name: 'Listen' }).click();
  const bar = page.getByRole('region', { name: 'Listen' });
  await expect(bar.getByText('Sentence 1 of 5')).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Pause' })).toBeFocused();
  await finish(page);
  await expect(bar.getByText('Sentence 2 of 5')).toBeVisible();
  const marked = await page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].join(''));
  expect(marked).toBe('It left at 6.30.');
  await checkAccessibility();
  await page.keyboard.press('Space');
  await expect(bar.getByRole('button', { name: 'Go on reading' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(bar.getByText('Sentence 4 of 5')).toBeVisible();
  await bar.getByLabel('Speed').selectOption('1.5×');
  await bar.getByRole('button', { name: 'Stop listening' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'Listen' })).toBeFocused();
  expect(await page.evaluate(() => CSS.highlights.has('spoken'))).toBe(false);

  await page.reload();
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(bar.getByText('Sentence 4 of 5')).toBeVisible();
  await finish(page);
  await expect(bar.getByText('Sentence 5 of 5')).toBeVisible();
  await finish(page);
  await expect(bar.getByText('The story has been read.')).toBeVisible();
  expect(await said(page)).toEqual(['The crew slept.', 'The river rose.']);
});

test('a device without a voice for the story’s language says so', async ({ page, site, checkAccessibility }) => {
  const { id } = await createStory(await site.as('editor'), { news_title: 'Ferry runs late' });
  await page.goto(`/news/${id}`);
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.getByText('This device has no voice for English.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop listening' })).toBeFocused();
  await checkAccessibility();
});
