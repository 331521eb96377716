import { createStory } from '../factories/stories.ts';
import { expect, test } from './fixtures.ts';

const body = 'The ferry is late.\n\nThe mayor is not here.\n\nMore tomorrow.';

test('the history of a story compares any two versions and restores one', { tag: '@core' }, async ({
  page,
  login,
  checkAccessibility,
}) => {
  const client = await login('editor');
  const story = await createStory(client, { news_title: 'Ferry late', news_description: body });
  const change = (fields: Record<string, string>) => client.form('PUT', `/api/admin/${story.id}`, fields);
  await change({ news_title: 'Ferry early' });
  await change({ news_description: body.replace('late', 'early') });
  await page.goto(`/admin/edit/${story.id}`);
  await page.getByRole('link', { name: 'History' }).click();
  const compared = page
    .getByRole('region', { name: 'What is different' })
    .or(page.locator('section').filter({ has: page.getByRole('heading', { name: 'What is different' }) }));
  await expect(compared.getByRole('row', { name: /^Description/ })).toBeVisible();
  await expect(compared.locator('ins')).toHaveText(['early']);
  await page.getByLabel('Older version').selectOption('1');
  await expect(compared.locator('del')).toHaveText(['late', 'late']);
  await checkAccessibility();
  await page.getByRole('button', { name: 'Restore Version 1' }).click();
  await expect(page.getByText('The older version is current again.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Version \d/ })).toHaveText([
    /^Version 4.*Ferry late.*current/,
    /^Version 3/,
    /^Version 2/,
    /^Version 1/,
  ]);
  await expect(page.getByText('version 1 restored')).toBeVisible();
  expect((await client.get(`/api/admin/${story.id}`)).body).toMatchObject({
    news_title: 'Ferry late',
    news_description: body,
  });
});
