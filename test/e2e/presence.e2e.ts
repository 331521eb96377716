import { createStory } from '../factories/stories.ts';
import { expect, password, test } from './fixtures.ts';

test('two who have a story open see each other, and that the other has saved', { tag: '@core' }, async ({
  page,
  login,
  site,
  browser,
  checkAccessibility,
}) => {
  const story = await createStory(await login('editor'), { status: 'draft', news_title: 'Ferry late' });
  await page.goto(`/admin/edit/${story.id}`);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Ferry late');
  const bina = await site.createUser('editor', { name: 'Bina Das' });
  const colleague = await site.visitor.login('/api/admin_login', bina.email, password);
  const other = await (await browser.newContext({ baseURL: site.address })).newPage();
  await other.addInitScript(
    (root) => localStorage.setItem('root', root),
    JSON.stringify({ state: { user: { user_id: bina.id, token: colleague.token, isAdmin: true } }, version: 0 }),
  );
  await other.goto(`/admin/edit/${story.id}`);
  await expect(other.getByText(/^Also open at: /)).toBeVisible();
  const signNow = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await signNow();
  await expect(page.getByText('Also open at: Bina Das.')).toBeVisible();
  await checkAccessibility();
  await colleague.form('PUT', `/api/admin/${story.id}`, { news_title: 'Ferry later' });
  await signNow();
  await expect(page.getByText('A newer version has been saved.')).toBeVisible();
  await other.context().close();
});
