// The focal point of a picture: an editor sets it by pointer and by keyboard, and every crop shows the subject.
import type { Locator, Page } from '@playwright/test';
import { greenShare, pictureFile, pictureWithSubject } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

const upload = async (picture: File) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await picture.arrayBuffer()),
});
const sliders = (page: Page) => [page.getByLabel('Focus from left'), page.getByLabel('Focus from top')] as const;

/** Clicks or taps a point of a picture, in percent. */
async function pressAt(picture: Locator, x: number, y: number, press: 'click' | 'tap' = 'click') {
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
  await picture[press]({ position: { x: (width * x) / 100, y: (height * y) / 100 } });
}

/** Waits until a picture is loaded; returns how much of what is visible of it is green. */
async function visibleGreen(picture: Locator) {
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty('complete', true);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  return greenShare(await picture.screenshot());
}

test('a point set by pointer and keyboard keeps the subject in cards and in the share picture', async ({
  page,
  login,
  site,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  await createStory(editor, {
    news_title: 'Nobody in view',
    news_category: 'Health',
    news_sub_category: 'Fitness',
    image: await pictureWithSubject(),
  });
  await page.goto('/admin-create');
  await page.getByLabel('Category', { exact: true }).selectOption('Health');
  await page.getByLabel('Sub-category', { exact: true }).selectOption('Fitness');
  await page.getByLabel('Title', { exact: true }).fill('The ferry is back');
  await page.getByLabel('Image', { exact: true }).setInputFiles(await upload(await pictureWithSubject()));
  const [x, y] = sliders(page);
  const preview = page.getByRole('group', { name: 'Focal point' });
  const picture = preview.getByRole('img', { name: 'Preview of the image' });
  await expect(picture).toBeVisible();
  await expect(x).toHaveValue('50');
  for (const crop of await preview.locator('figure img').all()) expect(await visibleGreen(crop)).toBe(0);

  await pressAt(picture, 50, 7);
  await expect(y).toHaveValue('7');
  await y.press('ArrowUp'); // moves the point up
  await y.press('ArrowUp');
  await expect(y).toHaveValue('5');
  await expect(y).toHaveAttribute('aria-valuetext', '5%');
  await x.fill('50');
  await x.press('ArrowLeft');
  await expect(x).toHaveValue('49');
  for (const crop of await preview.locator('figure img').all()) expect(await visibleGreen(crop)).toBeGreaterThan(0.005);
  await checkAccessibility();
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News Created')).toBeVisible();

  const { body } = await editor.get('/api/posts_by_category?category=Health');
  const [story] = body;
  expect(story).toMatchObject({ news_title: 'The ferry is back', image_focus_x: 49, image_focus_y: 5 });

  await page.goto('/category/health');
  const card = (title: string) => page.getByRole('article').filter({ hasText: title }).locator('img');
  expect(await visibleGreen(card('The ferry is back'))).toBeGreaterThan(0.005);
  expect(await visibleGreen(card('Nobody in view'))).toBe(0);

  await page.goto(`/news/${story.id}`);
  const shared = await page.locator('meta[property="og:image"]').getAttribute('content');
  const { body: jpeg } = await site.visitor.get(new URL(shared ?? '').pathname);
  expect(await greenShare(jpeg)).toBeGreaterThan(0.005);
});

test('the marker can be dragged, goes back to the centre with a new picture, and is saved with the story', {
  tag: '@core',
}, async ({ page, login }) => {
  const editor = await login('editor');
  const story = await createStory(editor, { image: await pictureFile(), image_focus_x: 10, image_focus_y: 90 });
  await page.goto(`/admin/edit/${story.id}`);
  const [x, y] = sliders(page);
  await expect(x).toHaveValue('10');
  await expect(y).toHaveValue('90');
  const picture = page.getByRole('img', { name: 'Preview of the image' });
  await picture.scrollIntoViewIfNeeded();
  const box = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.9);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.8, box.y - 50, { steps: 4 }); // beyond the edge
  await page.mouse.up();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
  await expect(x).toHaveValue('80');
  await expect(y).toHaveValue('0');
  await page.getByLabel('Replace image').setInputFiles(await upload(await pictureFile(900, 600)));
  await expect(x).toHaveValue('50');
  await expect(y).toHaveValue('50');
  await pressAt(picture, 25, 75);
  await expect(x).toHaveValue('25');
  await page.getByRole('button', { name: 'Centre' }).click();
  await expect(x).toHaveValue('50');
  await x.fill('30');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('News updated successfully')).toBeVisible();
  expect((await editor.get(`/api/admin/${story.id}`)).body).toMatchObject({ image_focus_x: 30, image_focus_y: 50 });
});

test('where two editors have replaced the picture, the point goes with the one that is chosen', async ({
  page,
  login,
  site,
}) => {
  const editor = await login('editor');
  const colleague = await site.as('editor');
  const story = await createStory(editor, { image: await pictureFile(), image_focus_x: 20, image_focus_y: 20 });
  await page.goto(`/admin/edit/${story.id}`);
  const [x, y] = sliders(page);
  await expect(x).toHaveValue('20');
  const theirs = { version: 1, image: await pictureFile(700, 500), image_focus_x: 80, image_focus_y: 90 };
  expect((await colleague.form('PUT', `/api/admin/${story.id}`, theirs)).status).toBe(200);
  await page.getByLabel('Replace image').setInputFiles(await upload(await pictureFile(900, 600)));
  await expect(x).toHaveValue('50');
  await x.fill('30');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByRole('button', { name: 'Take theirs' }).click(); // of the picture alone
  await expect(x).toHaveValue('80');
  await expect(y).toHaveValue('90');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('News updated successfully')).toBeVisible();
  expect((await editor.get(`/api/admin/${story.id}`)).body).toMatchObject({ image_focus_x: 80, image_focus_y: 90 });
});

test.describe('on a phone in Urdu', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a tap sets the point, and nothing is mirrored', async ({ page, login, checkAccessibility }) => {
    const editor = await login('editor');
    const story = await createStory(editor, { image: await pictureFile() });
    await page.goto(`/ur/admin/edit/${story.id}`);
    const picture = page.getByRole('img', { name: 'تصویر کی جھلک' });
    await expect(picture).toBeVisible();
    await pressAt(picture, 10, 50, 'tap');
    const left = page.getByLabel('بائیں سے فاصلہ');
    await expect(left).toHaveValue('10');
    await left.press('ArrowRight');
    await expect(left).toHaveValue('11');
    const marker = page.getByTestId('focus-marker');
    const [around, at] = [await picture.boundingBox(), await marker.boundingBox()];
    expect((at?.x ?? 0) + (at?.width ?? 0) / 2).toBeCloseTo((around?.x ?? 0) + (around?.width ?? 0) * 0.11, 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await checkAccessibility();
  });
});
