// What readers follow, save and have read: on the device, in the account, and the notes of the paper about it.
import type { Page } from '@playwright/test';
import { createStory } from '../factories/stories.ts';
import { expect, loaded, test } from './fixtures.ts';

const phone = { width: 360, height: 740 };
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
const press = async (page: Page, name: string, pressed = true) => {
  await page.getByRole('button', { name, pressed: !pressed }).click();
  await expect(page.getByRole('button', { pressed })).toBeVisible();
};

test('a visitor follows a topic and saves a story; both are on his device, and he may end both', {
  tag: '@core',
}, async ({ page, site }) => {
  const editor = await site.as('editor');
  const story = await createStory(editor, { news_title: 'Ferries stop at noon', topics: 'Monsoon' });
  await page.setViewportSize(phone);
  await page.goto(`/news/${story.id}`);
  await loaded(page);
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toHaveAttribute('aria-pressed', 'false');
  const before = await save.boundingBox();
  expect(before?.height).toBeGreaterThanOrEqual(44);
  await save.focus();
  await page.keyboard.press('Space');
  const saved = page.getByRole('button', { name: 'Saved' });
  await expect(saved).toHaveAttribute('aria-pressed', 'true');
  expect(await saved.boundingBox()).toEqual(before);

  await page.goto('/topic/monsoon');
  await loaded(page);
  await press(page, 'Follow');
  await page.getByRole('alert').getByRole('button', { name: 'For you' }).click();
  await expect(page).toHaveURL('/for-you');
  const newest = section(page, 'New from what you follow');
  await expect(newest.getByRole('article').filter({ hasText: 'Ferries stop at noon' })).toContainText('Monsoon');
  await expect(section(page, 'You follow').getByRole('link', { name: 'Monsoon' })).toHaveAttribute(
    'href',
    '/topic/monsoon',
  );
  await expect(section(page, 'Read on this device').getByRole('link', { name: 'Ferries stop at noon' })).toBeVisible();

  await section(page, 'You follow').getByRole('button', { name: 'Following' }).click();
  await expect(newest.getByText('Press “Follow” on a topic')).toBeVisible();
  const ofSaved = section(page, 'Saved stories');
  await ofSaved.getByRole('button', { name: 'Saved' }).click();
  await expect(ofSaved.getByRole('button', { name: 'Save' })).toBeVisible(); // to take it back
  await page.getByRole('button', { name: 'Clear history' }).click();
  await expect(page.getByText('Stories that you open will be here.')).toBeVisible();
  await page.getByLabel('Keep a history on this device').uncheck();
  await page.goto(`/news/${story.id}`);
  await loaded(page);
  await page.goto('/for-you');
  await expect(page.getByText('Press “Save” on a story')).toBeVisible();
  await expect(page.getByText('History is off.')).toBeVisible();
  await fits(page);
});

test('without scripts the page says where the lists are; at every width and in both looks it can be used', async ({
  page,
  browser,
  site,
  checkAccessibility,
}) => {
  const blocked = await browser.newPage({ baseURL: site.address, javaScriptEnabled: false });
  await blocked.goto('/for-you');
  // Playwright treats text in <noscript> as invisible.
  expect(await blocked.content()).toContain('Your lists are kept on your device, which needs scripts.');
  await blocked.goto('/category/sports-news');
  await expect(blocked.getByRole('button', { name: 'Follow' })).toBeHidden();

  const editor = await site.as('editor');
  await createStory(editor, { news_title: 'नावें दोपहर में रुकीं', language: 'hi' });
  await page.setViewportSize(phone);
  await page.goto('/category/sports-news');
  await loaded(page);
  await press(page, 'Follow');
  await page.goto('/ur/for-you');
  await expect(page.getByRole('article')).toContainText('नावें दोपहर में रुकीं');
  await fits(page);
  await checkAccessibility();
});

test('who read a story that is corrected later is told, and what came since the last visit is marked', async ({
  page,
  site,
}) => {
  const editor = await site.as('editor');
  const story = await createStory(editor, { news_title: 'The canal costs 40 lakh' });
  await page.setViewportSize(phone);
  await page.goto(`/news/${story.id}`);
  await loaded(page);
  const correct = () =>
    editor.json('POST', `/api/stories/${story.id}/corrections`, {
      kind: 'correction',
      text: `14, not 40: ${Date.now()}`,
    });
  expect((await correct()).status).toBe(200);
  // He was here an hour ago.
  await page.evaluate(() => {
    const reading = JSON.parse(localStorage.getItem('reading') ?? '{}');
    localStorage.setItem('reading', JSON.stringify({ ...reading, seenAt: reading.seenAt - 3_600_000 }));
  });
  await createStory(editor, { news_title: 'Canal opens today' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // A font that arrives after the first paint shifts lines a little, whatever the note does.
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/news');
  await page.evaluate(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const note = page.getByRole('complementary', { name: 'Corrected since you read it' });
  await expect(note.getByRole('link', { name: 'The canal costs 40 lakh' })).toBeVisible();
  await expect(note).toBeInViewport();
  expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBe(0);
  // The same for everybody, of the days since his history began.
  expect(asked.filter((url) => url.includes('/api/corrections'))).toEqual([
    expect.stringMatching(/\?since=\d{4}-\d\d-\d\d$/),
  ]);
  const card = (title: string) => page.getByRole('article').filter({ hasText: title });
  await expect(card('Canal opens today').locator('.story-time')).toHaveText(/· New$/);
  const sinceLast = page.getByRole('link', { name: /^2 new stories here since (?:today|yesterday) \d+:\d\d [ap]m$/ });
  await expect(sinceLast).toHaveAttribute('href', '/latest');

  await note.getByRole('link', { name: 'The canal costs 40 lakh' }).click();
  await expect(page.getByText('14, not 40')).toBeVisible();
  await page.goto('/news');
  await loaded(page);
  await expect(note).toHaveCount(0);

  await correct();
  const lookAgain = () =>
    page.evaluate(() => {
      const reading = JSON.parse(localStorage.getItem('reading') ?? '{}');
      localStorage.setItem('reading', JSON.stringify({ ...reading, lookedAt: 0 }));
    });
  await lookAgain();
  await page.goto('/for-you');
  await note.getByRole('button', { name: 'Dismiss' }).click();
  await expect(note).toHaveCount(0);
  await lookAgain();
  const answer = page.waitForResponse(/\/api\/corrections/);
  await page.goto('/news');
  await answer;
  await loaded(page);
  await expect(note).toHaveCount(0);
});

test('lists follow a reader to his other device, and leave this one when he logs out', async ({
  page,
  browser,
  site,
  login,
}) => {
  const editor = await site.as('editor');
  const [one, two] = [
    await createStory(editor, { news_title: 'One' }),
    await createStory(editor, { news_title: 'Two' }),
  ];
  await page.goto(`/news/${one.id}`);
  await loaded(page);
  await press(page, 'Save'); // as a visitor
  const account = await login('reader');
  const ids = async () => (await account.get('/api/user/reading')).body.marks.map(({ id }: { id: number }) => id);
  await page.goto(`/news/${two.id}`);
  await expect.poll(ids).toEqual([one.id]);
  await loaded(page);
  await press(page, 'Save');
  await expect.poll(ids).toEqual([two.id, one.id]);

  const user = await page.evaluate(() => localStorage.getItem('root') ?? '');
  const other = await browser.newPage({ baseURL: site.address, viewport: phone });
  await other.addInitScript((root) => localStorage.setItem('root', root), user);
  await other.goto('/for-you');
  const saved = section(other, 'Saved stories');
  await expect(saved.getByRole('link')).toHaveText(['Two', 'One']);
  await expect(other.getByText('Stories that you open will be here.')).toBeVisible(); // history is not synced
  await saved.getByRole('listitem').filter({ hasText: 'One' }).getByRole('button', { name: 'Saved' }).click();
  await expect
    .poll(async () => (await account.get('/api/user/reading')).body.marks)
    .toMatchObject([
      { id: one.id, removed: true },
      { id: two.id, removed: false },
    ]);

  await page.goto('/for-you');
  await expect(section(page, 'Saved stories').getByRole('link')).toHaveText(['Two']);
  await page.getByLabel('Sync my history with my account').check();
  await expect
    .poll(async () => (await account.get('/api/user/reading')).body.history.stories.map(({ id }: { id: number }) => id))
    .toEqual([two.id, one.id]);
  await page.getByLabel('Your account').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/for-you');
  await expect(page.getByText('Press “Save” on a story')).toBeVisible();
});
