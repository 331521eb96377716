import { insertLetter } from '../factories/letters.ts';
import { hindi, printedStory } from '../factories/newspapers.ts';
import { pictureFile } from '../factories/pictures.ts';
import { expect, password, test } from './fixtures.ts';

test('an editor composes and publishes a weekly edition, and a reader opens a story from its page', async ({
  page,
  site,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  const lead = await printedStory(editor, 'Night final at Naubat Ghat', { image: await pictureFile(1600, 1000) });
  await printedStory(editor, 'बाज़ार की सड़क', { language: 'hi' }, `${hindi} `);
  await printedStory(editor, 'Ferry late');
  const picked = { state: 'published', publishedAt: new Date(), pickedAt: new Date() } as const;
  await insertLetter(site, lead.id, picked);
  await page.goto('/compose');
  await expect(page.getByRole('heading', { name: 'Stories (3)' })).toBeVisible();
  const preview = page.getByRole('img', { name: 'Page 1 of the newspaper as it would be printed' });
  await expect(preview).toBeVisible(); // a site's first preview starts a process and loads fonts
  const before = await preview.getAttribute('src');

  const rows = page
    .getByRole('region', { name: /^Stories/ })
    .getByRole('list')
    .first()
    .getByRole('listitem');
  const titles = rows.getByRole('paragraph').filter({ hasText: /Night|Ferry|बाज़ार/ });
  await expect(titles).toHaveText(['Night final at Naubat Ghat', 'Ferry late', 'बाज़ार की सड़क']);
  await page.getByRole('button', { name: 'Move up: बाज़ार की सड़क' }).press('Enter');
  await expect(titles).toHaveText(['Night final at Naubat Ghat', 'बाज़ार की सड़क', 'Ferry late']);
  await rows.filter({ hasText: 'Ferry late' }).dragTo(rows.first(), { targetPosition: { x: 20, y: 2 } });
  await expect(titles).toHaveText(['Ferry late', 'Night final at Naubat Ghat', 'बाज़ार की सड़क']);
  await rows.first().dragTo(rows.last(), { targetPosition: { x: 20, y: 40 } });
  await expect(titles).toHaveText(['Night final at Naubat Ghat', 'बाज़ार की सड़क', 'Ferry late']);
  await page.getByLabel('Weight of Ferry late').selectOption('Brief');
  await expect.poll(() => preview.getAttribute('src')).not.toBe(before);
  await page.getByRole('button', { name: 'Leave out: Ferry late' }).click();
  await expect(page.getByRole('heading', { name: 'Left out (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Take into the paper: Ferry late' }).click();
  await expect(page.getByText('Setting the pages…')).toBeHidden();
  await checkAccessibility();

  await page.getByLabel('Print the letter that is picked').check();
  await page.getByLabel('Title').fill('News Wing, the week');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('News Wing, the week is on the rack.')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as printed' }).click();
  await expect(page.getByText('1 letter marked as printed').first()).toBeVisible();
  await page.goto('/e-paper');
  await expect(page.getByRole('heading', { name: 'News Wing, the week' })).toBeVisible();
  await expect.poll(async () => (await editor.get('/api/editions')).body[0].work).toBe('done');
  const [{ id }] = (await editor.get('/api/editions')).body;
  await page.goto(`/e-paper/${id}`);
  await checkAccessibility();
  // Dragging over a story moves the page; a click opens it.
  const story = page.getByRole('link', { name: 'Open the story: Night final at Naubat Ghat' });
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await story.hover();
  const top = async () => (await story.boundingBox())?.y ?? 0;
  const atFirst = await top();
  const { x = 0, y = 0, width = 0, height = 0 } = (await story.boundingBox()) ?? {};
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2 - 60, { steps: 6 });
  await page.mouse.up();
  await expect.poll(top).toBeLessThan(atFirst - 40);
  await expect(page).toHaveURL(`/e-paper/${id}`);
  await story.click();
  await expect(page).toHaveURL(`/news/${lead.id}`);
  await expect(page.getByRole('link', { name: /^Printed on page 1, edition of / })).toHaveAttribute(
    'href',
    `/e-paper/${id}?page=1`,
  );
});

test('a scheduled draft waits for an editor, who opens and discards it', async ({
  page,
  site,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  for (const title of ['Night final at Naubat Ghat', 'Onion mandi', 'Ferry late']) await printedStory(editor, title);
  await site.db.execute("UPDATE stories SET created_at = created_at - interval '1 day'"); // drafts cover whole days
  const today = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'Asia/Kolkata' }).format(new Date());
  const values = { 'epaper.draft_day': today.toLowerCase(), 'epaper.draft_time': '00:00' };
  await (await site.as('admin')).json('PUT', '/api/settings', { values });
  await site.services.jobs.send({ name: 'epaper.draft', run: async () => undefined }, {}); // as the scheduler does
  await expect.poll(async () => (await editor.get('/api/compositions/drafts')).body.length).toBe(1);

  await page.goto('/compose');
  const drafts = page.getByRole('region', { name: 'Composed by the schedule, waiting to be published' });
  await drafts.getByRole('button', { name: /^News Wing, / }).click();
  await expect(page.getByRole('heading', { name: 'Stories (3)' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Page 1 of the newspaper as it would be printed' })).toBeVisible();
  await checkAccessibility();
  await page.getByLabel('Period', { exact: true }).selectOption('Monthly');
  await drafts.getByRole('button', { name: /^News Wing, / }).click();
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('weekly');

  const discard = drafts.getByRole('button', { name: /^Discard: News Wing, / });
  await page.route('**/api/compositions/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 502 }) : route.fallback(),
  ); // not the list of drafts, which may be fetched again at any time
  await discard.click();
  await expect(page.getByText('The draft could not be discarded.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  const title = await page.getByLabel('Title').inputValue();
  await discard.click();
  await expect(page.getByText('Draft discarded')).toBeVisible();
  await expect(drafts).toBeHidden();
  await expect(page.locator(`input[name="title"][value="${title}"]`)).toHaveCount(0); // the draft is no longer open

  await page.route('**/api/compositions/drafts', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(page.getByRole('alert').getByText('The drafts could not be loaded.')).toBeVisible();
});

test('the composer keeps every choice through a reload and the end of a session', async ({ page, login, site }) => {
  const editor = await login('editor');
  const { email } = (await editor.get('/api/user/me')).body;
  for (const title of ['Night final at Naubat Ghat', 'Onion mandi', 'Ferry late']) await printedStory(editor, title);
  await page.goto('/compose');
  await page.getByLabel('Paper', { exact: true }).selectOption('a4');
  await page.getByLabel('Period', { exact: true }).selectOption('Monthly');
  await page.getByRole('button', { name: 'Leave out: Onion mandi' }).click();
  await page.getByLabel('Weight of Ferry late').selectOption('Lead');
  await page.getByLabel('Title').fill('News Wing, the month');
  const seeChoices = async () => {
    await expect(page.getByText('Your choices from the last visit are back.')).toBeVisible();
    await expect(page.getByLabel('Period', { exact: true })).toHaveValue('monthly');
    await expect(page.getByLabel('Paper', { exact: true })).toHaveValue('a4');
    await expect(page.getByRole('heading', { name: 'Left out (1)' })).toBeVisible();
    await expect(page.getByLabel('Weight of Ferry late')).toHaveValue('lead');
    await expect(page.getByLabel('Title')).toHaveValue('News Wing, the month');
  };
  await page.reload();
  await seeChoices();
  // Only now, since the preview or the bell may ask at any time.
  await page.route('**/api/compositions', async (route) => {
    await site.db.execute('UPDATE sessions SET ended_at = now()');
    await route.continue();
  });
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Newsroom login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await seeChoices();

  // A story that was published since is not left out.
  await printedStory(await site.as('editor'), 'Roof gardens');
  await page.reload();
  await expect(page.getByLabel('Weight of Roof gardens')).toBeVisible();
  await page.getByRole('button', { name: 'Start afresh' }).click();
  await expect(page.getByRole('heading', { name: 'Stories (4)' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Stories (4)' })).toBeVisible();
  await expect(page.getByText('Your choices from the last visit are back.')).toBeHidden();
});

test('a second edition of the same week is published only after a question', async ({
  page,
  login,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  await printedStory(editor, 'Night final at Naubat Ghat');
  await page.goto('/compose');
  await page.getByLabel('Title').fill('News Wing, the week');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  const seePublished = (title: string) =>
    expect(page.getByText(`${title} is on the rack.`)).toBeVisible({ timeout: 90_000 }); // it is typeset
  await publish.click();
  await seePublished('News Wing, the week');
  await page.reload();
  await page.getByLabel('Title').fill('News Wing, late city');
  await publish.click();
  const question = page.getByRole('dialog', { name: 'There is an edition of this period already.' });
  await expect(question.getByRole('link', { name: 'News Wing, the week' })).toHaveAttribute('href', /^\/e-paper\/\d+$/);
  await checkAccessibility();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(publish).toBeFocused();
  expect((await editor.get('/api/editions')).body).toHaveLength(1);
  await publish.click();
  await question.getByRole('button', { name: 'Publish a second one' }).click();
  await seePublished('News Wing, late city');
  expect((await editor.get('/api/editions')).body).toHaveLength(2);
});
