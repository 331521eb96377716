// The media library: pictures are uploaded together, described, chosen for a story, and replaced wherever they are used.
import { pictureFile } from '../factories/pictures.ts';
import { expect, loaded, test } from './fixtures.ts';

const upload = async (name: string, width = 900, height = 600) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(await (await pictureFile(width, height)).arrayBuffer()),
});

test('three pictures are uploaded and described, one leads a story, and its file is replaced', {
  tag: '@core',
}, async ({ page, login, checkAccessibility }) => {
  const editor = await login('editor');
  await page.goto('/admin/media');
  const names = ['ferry.png', 'harbour.png', 'market.png'];
  await page.getByLabel('Add pictures').setInputFiles(await Promise.all(names.map((name) => upload(name))));
  await expect(page.getByText('3 of these pictures have no alternative text.')).toBeVisible();
  const uploads = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  const alt = uploads.filter({ hasText: 'ferry.png' }).getByLabel('Alternative text');
  await alt.fill('A ferry leaves the harbour');
  await alt.press('Enter');
  await expect(page.getByText('2 of these pictures have no alternative text.')).toBeVisible();
  await checkAccessibility();

  await page.getByLabel('Search the library').fill('ferry');
  await page.getByRole('button', { name: 'A ferry leaves the harbour' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Credit', { exact: true }).fill('Asha Rao');
  const licence = dialog.getByLabel('Licence', { exact: true });
  await licence.selectOption('Agency');
  await page.reload(); // what was typed is filled in again
  await loaded(page);
  await expect(dialog.getByLabel('Credit', { exact: true })).toHaveValue('Asha Rao');
  await expect(licence).toHaveValue('agency');
  // A colleague changes another field meanwhile.
  const id = Number(new URL(page.url()).searchParams.get('item'));
  expect((await editor.json('PUT', `/api/media/pictures/${id}`, { caption: 'At dawn' })).status).toBe(200);
  await dialog.getByLabel('Focus from top').press('ArrowUp');
  await expect(dialog.getByText('No story uses this picture.')).toBeVisible();
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Details saved')).toBeVisible();
  await expect(licence).toHaveValue('agency');
  await expect(dialog.getByLabel('Caption', { exact: true })).toHaveValue('At dawn');

  await page.goto('/admin-create');
  await page.getByLabel('Category', { exact: true }).selectOption('Health');
  await page.getByLabel('Sub-category', { exact: true }).selectOption('Fitness');
  await page.getByLabel('Title', { exact: true }).fill('The ferry is back');
  await page.getByRole('button', { name: 'Choose from the library' }).click();
  await dialog.getByLabel('Search the library').fill('ferry');
  await dialog.getByRole('button', { name: 'A ferry leaves the harbour' }).click();
  await dialog.getByRole('button', { name: 'Choose 1 picture' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Focus from top')).toHaveValue('49');
  await page.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News Created')).toBeVisible();

  const story = await page.getByRole('link', { name: 'Edit: The ferry is back' }).getAttribute('href');
  const path = `/news/${story?.split('/').at(-1)}`;
  await page.goto(path);
  const picture = page.getByRole('img', { name: 'A ferry leaves the harbour' });
  await expect(picture).toBeVisible();
  await expect(page.getByText('Picture: Asha Rao')).toBeVisible();
  const before = await picture.getAttribute('src');

  await page.goto('/admin/media?q=ferry');
  await page.getByRole('button', { name: 'A ferry leaves the harbour' }).click();
  await expect(dialog.getByRole('link', { name: 'The ferry is back' })).toBeVisible();
  await dialog.getByLabel('Replace the file').setInputFiles(await upload('ferry at noon.png', 1200, 700));
  await expect(page.getByText('File replaced')).toBeVisible();
  await page.goto(path);
  await expect(picture).not.toHaveAttribute('src', before ?? '');
});

test('a film stays in the list of uploads when another kind is shown, and is deleted after a question', async ({
  page,
  login,
}) => {
  await login('editor');
  await page.goto('/admin/media');
  const film = Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\x02\0', 'latin1'), Buffer.alloc(100)]);
  await page.getByLabel('Add pictures').setInputFiles({ name: 'ferry.mp4', mimeType: 'video/mp4', buffer: film });
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads.getByText('Details saved')).toBeVisible();
  await page.getByLabel('Kind', { exact: true }).selectOption('Videos');
  await expect(uploads.getByText('ferry.mp4')).toBeVisible();
  await page.getByRole('button', { name: 'ferry.mp4' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Licence', { exact: true }).selectOption('Agency');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Details saved').last()).toBeVisible();
  await page.reload();
  await expect(dialog.getByLabel('Licence', { exact: true })).toHaveValue('agency');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Delete this file?');
  await dialog.getByRole('alert').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('File deleted')).toBeVisible();
});

test('on a phone the library has no sideways scroll, and a refused file says why', async ({ page, login }) => {
  await login('editor');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/ur/admin/media');
  await loaded(page);
  const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page.locator('input[type=file]').setInputFiles([text, await upload('boat.png')]);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.getByRole('button', { name: 'boat.png' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
