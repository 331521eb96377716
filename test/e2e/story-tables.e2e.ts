// Tables in a story: written with the toolbar or pasted from a spreadsheet, read on a phone.
import { createStory } from '../factories/stories.ts';
import { expect, test, waitForHydration } from './fixtures.ts';
import { text, textEditor, title } from './story-steps.ts';

test('a table is inserted, pasted, saved, and scrolls in its own box on a phone', { tag: '@core' }, async ({
  page,
  browser,
  site,
  login,
  checkAccessibility,
}) => {
  await login('editor');
  await page.goto('/admin-create');
  await page.getByLabel('Category', { exact: true }).selectOption('Health');
  await page.getByLabel('Sub-category', { exact: true }).selectOption('Fitness');
  await title(page).fill('How the wards voted');
  const field = text(page);
  await textEditor(page).waitFor();
  await page.getByRole('button', { name: 'Markdown' }).click();
  await field.fill('The count ended at noon.');
  await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Table' }).click();
  await page.keyboard.type('Ward');
  const written = 'The count ended at noon.\n\n| Ward |  |\n| --- | --- |\n|  |  |\n|  |  |';
  await expect(field).toHaveValue(written);
  await field.press('Control+End');
  const rows = [
    ['Ward', 'Winner', 'Representative before', 'Candidates', 'Constituency', 'Votes'],
    ['Naubat Ghat', 'Rao', 'Iyer', 'Independent', 'Suryanagar', '1,204'],
    ['Chowk', 'Das', 'Rao', 'Independent', 'Suryanagar', '98'],
  ];
  await field.evaluate(
    (area, copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', copied);
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    rows.map((row) => row.join('\t')).join('\r\n'),
  );
  await expect(field).toHaveValue(/\n\n\| Ward \| Winner \|.*\n(\| --- ){5}\| ---: \|\n\| Naubat Ghat \| Rao \|/);
  await field.press('Control+z');
  await expect(field).toHaveValue(written);
  await field.press('Control+Shift+z');
  await expect(field).toHaveValue(/\| Naubat Ghat \| Rao \|/);
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News Created')).toBeVisible();

  const reader = await browser.newPage({ baseURL: site.address, viewport: { width: 360, height: 740 } });
  await reader.goto('/category/health');
  await reader.getByRole('link', { name: 'How the wards voted' }).first().click();
  const table = reader.getByRole('table').last();
  await expect(table.getByRole('columnheader', { name: 'Votes' })).toHaveCSS('text-align', 'right');
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const box = reader.getByRole('group', { name: 'Ward, Winner, Representative before' });
  await box.focus();
  await reader.keyboard.press('ArrowRight');
  await expect.poll(() => box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  // The page's scripts, which may start only now, leave the text as it is: the reader keeps his place.
  await waitForHydration(reader);
  await expect(box).toBeFocused();
  await checkAccessibility(reader);
  await reader.close();
});

test('a row of a table is read aloud as one sentence', async ({ page, site }) => {
  const { id } = await createStory(await site.as('editor'), {
    news_title: 'The count',
    news_description: 'It ended.\n\n| Ward | *Votes* |\n|---|--:|\n| Naubat **Ghat** | 98 |',
  });
  await page.addInitScript(() => {
    speechSynthesis.getVoices = () => [{ lang: 'en-IN', localService: true, name: 'Asha' } as SpeechSynthesisVoice];
    Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { writable: true, value: null });
    const said: string[] = [];
    Object.assign(window, { said });
    speechSynthesis.cancel = () => undefined;
    speechSynthesis.speak = (utterance) => {
      said.push(utterance.text);
      utterance.onend?.(new Event('end') as SpeechSynthesisEvent);
    };
  });
  await page.goto(`/news/${id}`);
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.getByText('The story has been read.')).toBeVisible();
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said).toEqual(['The count', 'It ended.', 'Ward, Votes', 'Naubat Ghat, 98']);
});
