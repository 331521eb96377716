// Two editors at work on the same stories: nothing that one of them has typed is lost, and nothing that the other has
// saved is undone.
import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';
import {
  continueButtons,
  openAsColleague,
  savedInBrowser,
  savedOnServer,
  title,
  update,
  writeText,
} from './story-steps.ts';

const conflictOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Someone else has changed this story in the meantime.' });

const body = 'The ferry is late.\n\nThe mayor is not here.\n\nMore tomorrow.';

test('a text that was left unsaved does not undo a colleague’s correction', async ({ page, login, site, browser }) => {
  const client = await login('editor');
  const story = await createStory(client, { news_title: 'Ferry late', news_description: body });
  const path = `/admin/edit/${story.id}`;
  await page.goto(path);
  await title(page).fill('Ferry late again');
  await savedInBrowser(page, 'Ferry late again');
  await page.goto('/news');

  const other = await openAsColleague(browser, site, path);
  await writeText(other, body.replace('is not here', 'is here'));
  await update(other);
  await expect(other.getByText('News updated successfully')).toBeVisible();
  await other.context().close();

  await page.goto(path);
  await continueButtons(page).click();
  await expect(title(page)).toHaveValue('Ferry late again');
  await update(page);
  await expect(page.getByText('News updated successfully')).toBeVisible();
  expect((await client.get(`/api/admin/${story.id}`)).body).toMatchObject({
    news_title: 'Ferry late again',
    news_description: body.replace('is not here', 'is here'),
  });
});

test('two editors change different paragraphs: both are saved, and the second learns whose were taken in', {
  tag: '@core',
}, async ({ page, login, site, browser }) => {
  const client = await login('editor');
  const story = await createStory(client, { news_title: 'Ferry late', news_description: body });
  const path = `/admin/edit/${story.id}`;
  await page.goto(path);
  await expect(title(page)).toHaveValue('Ferry late');
  const other = await openAsColleague(browser, site, path);
  await writeText(other, body.replace('late', 'very late'));
  await update(other);
  await expect(other.getByText('News updated successfully')).toBeVisible();
  await other.context().close();
  await writeText(page, body.replace('More tomorrow', 'More on Monday'));
  await update(page);
  await expect(page.getByText('News updated successfully')).toBeVisible();
  await expect(page.getByText('The changes by Bina Das were taken in.')).toBeVisible();
  const { news_description } = (await client.get(`/api/admin/${story.id}`)).body;
  expect(news_description).toBe(body.replace('late', 'very late').replace('More tomorrow', 'More on Monday'));
});

test('two editors change the same: the difference is in sight, and is chosen for each field', async ({
  page,
  login,
  site,
  browser,
  checkAccessibility,
}) => {
  const client = await login('editor');
  const long = Array.from({ length: 120 }, (_, n) => `Paragraph ${n} of a long story that nobody changes.`);
  const story = await createStory(client, {
    news_title: 'Ferry late',
    news_description: [...long, 'The mayor is late.', ...long].join('\n\n'),
  });
  const path = `/admin/edit/${story.id}`;
  await page.goto(path);
  await expect(title(page)).toHaveValue('Ferry late');
  const other = await openAsColleague(browser, site, path);
  await writeText(other, [...long, 'The mayor is ill.', ...long].join('\n\n'));
  await title(other).fill('Ferry early');
  await other.getByLabel('Picture caption').fill('The pier');
  await update(other);
  await expect(other.getByText('News updated successfully')).toBeVisible();
  await other.context().close();

  await writeText(page, [...long, 'The mayor is away.', ...long].join('\n\n'));
  await title(page).fill('Ferry on time');
  await page.getByLabel('Author').fill('Asha Rao');
  await update(page);
  const conflict = conflictOf(page);
  await expect(conflict).toBeVisible();
  await expect(conflict.getByText('ill', { exact: true })).toBeInViewport();
  await expect(conflict.getByText('away', { exact: true })).toBeInViewport();
  await checkAccessibility();
  await conflict.getByRole('button', { name: 'Take theirs Title' }).click();
  // The editor may go on typing meanwhile.
  await page.getByLabel('Author').fill('Asha Rao and Bina Das');
  await conflict.getByRole('button', { name: 'Keep mine Description' }).click();
  await expect(conflict).toBeHidden();
  await expect(title(page)).toHaveValue('Ferry early');
  await update(page);
  await expect(page.getByText('News updated successfully')).toBeVisible();
  expect((await client.get(`/api/admin/${story.id}`)).body).toMatchObject({
    news_title: 'Ferry early',
    news_description: [...long, 'The mayor is away.', ...long].join('\n\n'),
    image_caption: 'The pier',
    author: 'Asha Rao and Bina Das',
  });
});

test('a text left unsaved that touches a colleague’s correction shows the conflict when it is continued', async ({
  page,
  login,
  site,
  browser,
}) => {
  const client = await login('editor');
  const story = await createStory(client, { news_title: 'Ferry late', news_description: body });
  const path = `/admin/edit/${story.id}`;
  await page.goto(path);
  await title(page).fill('Ferry very late');
  await savedOnServer(site, 'Ferry very late');
  await page.goto('/news');
  const other = await openAsColleague(browser, site, path);
  await title(other).fill('Ferry early');
  await update(other);
  await expect(other.getByText('News updated successfully')).toBeVisible();
  await other.context().close();
  await page.goto(path);
  await continueButtons(page).click();
  await expect(conflictOf(page).getByText('early')).toBeVisible();
  await update(page); // before the choice
  await expect(conflictOf(page)).toBeVisible();
  expect((await client.get(`/api/admin/${story.id}`)).body.news_title).toBe('Ferry early');
  await conflictOf(page).getByRole('button', { name: 'Keep mine' }).click();
  await update(page);
  await expect(page.getByText('News updated successfully')).toBeVisible();
  expect((await client.get(`/api/admin/${story.id}`)).body.news_title).toBe('Ferry very late');
});
