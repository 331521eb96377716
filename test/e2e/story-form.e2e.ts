// The fields of the story form: pictures that are refused or converted, the language, the Markdown toolbar.
import type { Locator, Page } from '@playwright/test';
import { phonePhoto } from '../factories/pictures.ts';
import { expect, test } from './fixtures.ts';
import { emptyText, textEditor } from './story-steps.ts';

const fillRequired = async (page: Page, title = 'The ferry is back') => {
  await page.getByLabel('Category', { exact: true }).selectOption('Health');
  await page.getByLabel('Sub-category', { exact: true }).selectOption('Fitness');
  await page.getByLabel('Title', { exact: true }).fill(title);
};

test('a refused picture is explained beside its field, which gets the focus', { tag: '@core' }, async ({
  page,
  login,
  checkAccessibility,
}) => {
  await login('editor');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin-create');
  await fillRequired(page);
  const field = page.getByLabel('Image', { exact: true });
  await field.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear editor,') });
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('Creation Failed')).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/^The file is not a picture in JPEG, /);
  // Neither out of sight nor under the bar with the button.
  const sentence = page.getByRole('main').getByText('The file is not a picture in JPEG');
  const bar = page.getByRole('button', { name: 'Create News' });
  await expect.poll(async () => (await sentence.boundingBox())?.y).toBeLessThan((await bar.boundingBox())?.y ?? 0);
  await checkAccessibility();
  await field.setInputFiles(await phonePhoto());
  await expect(field).not.toHaveAttribute('aria-invalid');
});

test('a photo of a phone in HEIC format is published', async ({ page, login }) => {
  await login('editor');
  await page.goto('/admin-create');
  await fillRequired(page);
  const field = page.getByLabel('Image', { exact: true });
  await expect(field).toHaveAttribute('accept', /image\/heic/);
  await field.setInputFiles(await phonePhoto());
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News Created')).toBeVisible();
  await page.goto('/category/health');
  const shown = page.getByRole('link', { name: 'The ferry is back' }).first();
  await shown.click();
  const image = page.getByRole('img', { name: 'The ferry is back' });
  await expect(image).toHaveJSProperty('complete', true);
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
});

test('the language follows the text, starts afresh with each story, and yields to the editor’s choice', async ({
  page,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  await page.goto('/admin-create');
  const language = page.getByLabel('Language', { exact: true });
  const [warning, create] = [page.getByText('The text looks like'), page.getByRole('button', { name: 'Create News' })];
  await fillRequired(page, 'नाव फिर चलेगी');
  await expect(language).toHaveValue('hi');
  await expect(language).toHaveAccessibleDescription('Detected: Hindi');
  await page.getByLabel('Description (optional)').fill('सकाळी सहा वाजल्यापासून बोट सुरू झाली आहे आणि भाडे तेच आहे.');
  await expect(language).toHaveValue('mr');
  await emptyText(page);
  await expect(language).toHaveValue('hi');
  await create.click();
  await expect(page.getByText('News Created')).toBeVisible();

  await page.goto('/admin-create');
  await fillRequired(page, 'The ferry is back');
  await expect(language).toHaveValue('en');
  await create.click();
  await expect(page.getByText('News Created')).toBeVisible();

  await page.goto('/admin-create');
  await fillRequired(page, 'The ferry stays');
  await language.selectOption('ta');
  await page.getByLabel('Description (optional)').fill('It runs from six in the morning.');
  await expect(warning).toHaveText('The text looks like English, but its language is set to Tamil.');
  await expect(language).toHaveValue('ta');
  await expect(page.getByText('Detected: ')).toBeHidden();
  await checkAccessibility();
  await create.click();
  await expect(page.getByText('News Created')).toBeVisible();
  const { body } = await editor.get('/api/posts_by_category?category=Health');
  expect(body.map((story: { news_title: string; language: string }) => [story.news_title, story.language])).toEqual([
    ['The ferry stays', 'ta'],
    ['The ferry is back', 'en'],
    ['नाव फिर चलेगी', 'hi'],
  ]);

  await page.goto(`/admin/edit/${body[0].id}`);
  await expect(warning).toBeVisible();
  await expect(language).toHaveValue('ta');
});

/** Puts the caret after this text of a field, or selects it. */
const place = (field: Locator, text: string, select = false) =>
  field.evaluate(
    (area: HTMLTextAreaElement, { text, select }) => {
      const at = area.value.indexOf(text);
      area.focus();
      area.setSelectionRange(select ? at : at + text.length, at + text.length);
    },
    { text, select },
  );

test('the toolbar of the Markdown field marks words and lines, by button and by key, and can be undone', async ({
  page,
  login,
}) => {
  await login('editor');
  await page.goto('/admin-create');
  const field = page.getByLabel('Description (optional)');
  await textEditor(page).waitFor();
  await page.getByRole('button', { name: 'Markdown' }).click();
  const tool = (name: string) => page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name });
  await field.pressSequentially('one two three');
  await place(field, 'one t');
  await tool('Heading').click();
  await expect(field).toHaveValue('## one two three');
  await page.keyboard.type('x');
  await expect(field).toHaveValue('## one txwo three');
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('## one two three');
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('one two three');
  await page.keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue('## one two three');
  await tool('Heading').click();
  await expect(field).toHaveValue('one two three');

  await place(field, 'one t');
  await page.keyboard.press('Control+b');
  await expect(field).toHaveValue('one **two** three');
  await page.keyboard.press('Control+i');
  await expect(field).toHaveValue('one ***two*** three');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Control+i');
  await expect(field).toHaveValue('one two three');
  await place(field, 'two three', true);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('https://ferry.example/');
  await expect(field).toHaveValue('one [two three](https://ferry.example/)');
  for (let at = 0; at < 100 && (await field.inputValue()); at++) await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('');

  await expect(tool('Bold')).toHaveAttribute('title', 'Bold (Ctrl+B)');
  await expect(tool('Bold')).toHaveAttribute('aria-keyshortcuts', 'Control+B Meta+B');
  await expect(tool('Link')).toHaveAttribute('title', 'Link (Ctrl+K)');
});
