import { pictureFile } from '../factories/pictures.ts';
import { createStory } from '../factories/stories.ts';
import { expect, loaded, test } from './fixtures.ts';
import { title, writeText } from './story-steps.ts';

test('the preview follows what is typed, at the width of a phone and of the screen', async ({
  page,
  login,
  checkAccessibility,
}) => {
  const client = await login('editor');
  const image = await pictureFile(900, 600);
  const story = await createStory(client, { status: 'draft', news_title: 'Ferry late', image });
  await page.goto(`/admin/edit/${story.id}`);
  await expect(title(page)).toHaveValue('Ferry late');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Preview' }).click();
  const preview = await opened;
  const frame = preview.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Ferry late' })).toBeVisible();
  await expect(frame.getByText('Preview: readers do not see this version.')).toBeVisible();
  await expect(frame.locator('.story-figure img')).toHaveJSProperty('naturalWidth', 900);
  expect((await preview.locator('iframe').boundingBox())?.width).toBe(390);
  await checkAccessibility(preview);

  await title(page).fill('Ferry sunk');
  await writeText(page, 'It sank.\n\n## The crew\n\nAll are safe.');
  await expect(frame.getByRole('heading', { name: 'Ferry sunk' })).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'The crew' })).toBeVisible();
  await expect(frame.getByText(/^Preview with what was typed until/)).toBeVisible();
  await preview.getByRole('button', { name: 'Screen' }).press('Enter');
  await expect.poll(async () => (await preview.locator('iframe').boundingBox())?.width).toBeGreaterThan(900);

  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('News updated successfully')).toBeVisible();
  await expect(frame.getByText('Preview: readers do not see this version.')).toBeVisible();
});

test('anyone who has the link sees the story, with and without scripts, on the screen and in print', {
  tag: '@core',
}, async ({ page, login, site, browser, checkAccessibility }) => {
  const client = await login('editor');
  const fields = { status: 'draft', news_title: 'नाव देर से', language: 'hi', image: await pictureFile(900, 600) };
  const story = await createStory(client, fields);
  await page.goto(`/admin/edit/${story.id}/preview`);
  await loaded(page);
  await page.getByRole('button', { name: 'Create a link for anyone' }).click();
  const link = await page.getByLabel('Link for anyone').inputValue();
  expect(link).toMatch(new RegExp(`^${site.address}/preview/${story.id}\\?pass=`));

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const guest = await context.newPage();
  const response = await guest.goto(link);
  expect(response?.status()).toBe(200);
  expect(response?.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
  await expect(guest.getByRole('heading', { name: 'नाव देर से' })).toBeVisible();
  await expect(guest.locator('.story-figure img')).toHaveJSProperty('naturalWidth', 900);
  await guest.emulateMedia({ media: 'print' });
  await expect(guest.getByText('Preview: readers do not see this version.')).toBeHidden();
  await expect(guest.getByRole('heading', { name: 'नाव देर से' })).toBeVisible();
  await context.close();

  const reader = await (await browser.newContext()).newPage();
  await reader.goto(link);
  await checkAccessibility(reader);
  expect((await reader.goto(link.slice(0, -3)))?.status()).toBe(410);
  await expect(reader.getByText('This preview link has expired. Ask for a new one.')).toBeVisible();
  await client.form('PUT', `/api/admin/${story.id}`, { status: 'published' });
  await reader.goto(link);
  await expect(reader).toHaveURL(`/news/${story.id}`);
  await reader.context().close();
});

test('an editor sees and ends the links for anyone', async ({ page, login, site, checkAccessibility }) => {
  const { id } = await createStory(await login('editor'), { status: 'draft' });
  const colleague = await site.as('editor');
  const { pass } = (await colleague.send('POST', `/api/stories/${id}/preview`)).body;
  const opens = async () => (await site.visitor.get(`/preview/${id}?pass=${pass}`)).status;
  expect(await opens()).toBe(200);
  await page.goto(`/admin/edit/${id}/preview`);
  const links = page.getByRole('listitem').filter({ hasText: /^Test editor \d+, until / });
  await expect(links).toHaveCount(1);
  await page.getByRole('button', { name: 'Create a link for anyone' }).click();
  await expect(links).toHaveCount(2);
  await checkAccessibility();
  const end = links.last().getByRole('button', { name: 'End' });
  await expect(end).toHaveAccessibleDescription(/^Test editor \d+, until /);
  await end.click();
  await expect(links).toHaveCount(1);
  await expect(page.getByText('Link ended')).toBeVisible();
  expect(await opens()).toBe(410);
});
