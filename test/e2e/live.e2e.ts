import type { Route } from '@playwright/test';
import { createLiveStory, postEntry } from '../factories/live.ts';
import { createStory } from '../factories/stories.ts';
import { expect, loaded, test, waitForHydration } from './fixtures.ts';

test('a reader sees new entries without reloading, and nothing moves under what he reads', { tag: '@core' }, async ({
  page,
  site,
  checkAccessibility,
}) => {
  const editor = await site.as('editor');
  const id = await createLiveStory(editor, { news_title: 'Ferry strike' });
  for (let n = 1; n <= 12; n += 1)
    await postEntry(editor, id, { title: `Hour ${n}`, text: `Boats: ${n}.`, key_event: n % 6 === 0 });
  await page.goto(`/news/${id}`);
  await loaded(page);
  const section = page.getByRole('region', { name: /^Live updates/ });
  await expect(section.getByRole('heading', { level: 2 })).toHaveText('Live updates Live');
  await expect(section.getByRole('listitem').filter({ hasText: 'Boats:' }).first()).toContainText('Hour 12');
  await expect(section.getByRole('navigation', { name: 'Key events' }).getByRole('link')).toHaveText([
    'Hour 12',
    'Hour 6',
  ]);
  await checkAccessibility();

  // At the top of the page it is shown at once.
  await postEntry(editor, id, { title: 'Hour 13', text: 'The strike ends.' });
  await expect(section.getByRole('heading', { name: 'Hour 13' })).toBeVisible();
  await expect(section.getByRole('status')).toHaveText('1 new update: Hour 13');

  // While the reader is among the entries, it waits.
  const read = section.getByRole('heading', { name: 'Hour 3' });
  await read.scrollIntoViewIfNeeded();
  const place = await read.boundingBox();
  await postEntry(editor, id, { title: 'Hour 14', text: 'Boats leave.' });
  await postEntry(editor, id, { title: 'Hour 15', text: 'Boats arrive.' });
  const button = section.getByRole('button', { name: '2 new updates' });
  await expect(button).toBeVisible();
  await expect(section.getByRole('status')).toHaveText('2 new updates');
  await expect(section.getByRole('heading', { name: 'Hour 15' })).toHaveCount(0);
  expect(await read.boundingBox()).toEqual(place);
  await checkAccessibility();
  await button.click();
  await expect(section.getByRole('heading', { name: 'Hour 15' })).toBeInViewport();
  await expect(section.getByRole('heading', { level: 2 })).toBeFocused();

  await editor.json('PUT', `/api/stories/${id}/live`, { state: 'ended' });
  await expect(section.getByRole('heading', { level: 2 })).toHaveText('Live updates Live coverage ended');
});

test('an editor posts entries from a phone, a reader sees them, a colleague corrects one', async ({
  page,
  site,
  login,
  browser,
  checkAccessibility,
}) => {
  const editor = await login('editor');
  const { id } = await createStory(editor, { news_title: 'Ferry strike' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/edit/${id}`);
  await page.getByRole('link', { name: 'Live coverage' }).click();
  await page.getByRole('button', { name: 'Begin live coverage' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Live since / })).toBeVisible();
  const reader = await (await browser.newContext({ baseURL: site.address })).newPage();
  await reader.goto(`/news/${id}`);
  await waitForHydration(reader);

  // What was typed and not posted is there again.
  await page.getByLabel('Text of the update').fill('The first boat has *left*.');
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes(':live:')));
  await page.reload();
  await expect(page.getByLabel('Text of the update')).toHaveValue('The first boat has *left*.');
  await page.getByLabel('Headline of the update (optional)').fill('It sails');
  await page.getByLabel('Key event').check();
  await page.getByLabel('Text of the update').press('Control+Enter');
  const entry = page.getByRole('listitem', { name: 'It sails' });
  await expect(entry).toContainText('Key event');
  await expect(page.getByLabel('Text of the update')).toHaveValue('');
  await expect(reader.getByRole('heading', { name: 'It sails' })).toBeVisible();
  await checkAccessibility();

  // A colleague's change is not overwritten.
  await entry.getByRole('button', { name: 'Edit', exact: true }).click();
  await entry.getByLabel('Text of the update').fill('The first boat is late.');
  const desk = (await editor.get(`/api/stories/${id}/live/desk`)).body;
  const colleague = await site.as('editor');
  const path = `/api/stories/${id}/live/entries/${desk.entries[0].id}`;
  await colleague.json('PUT', path, { version: 1, text: 'The first boat has not left.' });
  await entry.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(entry.getByRole('alert')).toContainText('The first boat has not left.');
  await checkAccessibility();
  await entry.getByRole('button', { name: 'Save my text' }).click();
  await expect(entry.getByLabel('Text of the update')).toHaveCount(0);
  await expect(reader.getByText('The first boat is late.')).toBeVisible();

  // What is typed while it is saved is not lost.
  await entry.getByRole('button', { name: 'Edit', exact: true }).click();
  const field = entry.getByLabel('Text of the update');
  await field.fill('The first boat is here.');
  const typeMore = async (route: Route) => {
    await field.fill('The first boat is here. It leaves at ten.');
    await route.continue();
  };
  await page.route(`**${path}`, typeMore, { times: 1 });
  await entry.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(reader.getByText('The first boat is here.', { exact: true })).toBeVisible();
  await expect(entry.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await expect(field).toHaveValue('The first boat is here. It leaves at ten.');
  await entry.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(reader.getByText('It leaves at ten.')).toBeVisible();

  await entry.getByRole('button', { name: 'Delete' }).click();
  await expect(reader.getByRole('heading', { name: 'It sails' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(reader.getByRole('heading', { name: 'It sails' })).toBeVisible();
  await postEntry(colleague, id, { title: 'From a colleague' });
  await expect(page.getByRole('listitem', { name: 'From a colleague' })).toBeVisible();

  // A colleague ends the coverage while the next one is written.
  await page.getByLabel('Text of the update').fill('One more');
  await colleague.json('PUT', `/api/stories/${id}/live`, { state: 'ended' });
  await expect(page.getByText('The live coverage is not running.')).toBeVisible();
  await expect(page.getByLabel('Text of the update')).toHaveValue('One more');
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Resume live coverage' }).click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('listitem', { name: 'One more' })).toBeVisible();
  await page.getByRole('button', { name: 'End live coverage' }).click();
  await expect(page.getByRole('button', { name: 'Resume live coverage' })).toBeVisible();
  await reader.context().close();
});

test('a reader without a stream polls', async ({ page, site }) => {
  const editor = await site.as('editor');
  const id = await createLiveStory(editor);
  await page.route('**/live/events*', (route) => route.fulfill({ status: 503 }));
  await page.clock.install();
  const polled = page.waitForResponse(/\/live\?after=/);
  await page.goto(`/news/${id}`);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page.clock.runFor(100);
  await polled;
  await postEntry(editor, id, { title: 'By poll' });
  await expect
    .poll(async () => {
      await page.clock.runFor(15_000);
      return page.getByRole('heading', { name: 'By poll' }).count();
    })
    .toBe(1);
});

test('a reader who has missed too much asks for it, and then follows the stream again, to the end', async ({
  page,
  site,
}) => {
  const editor = await site.as('editor');
  const id = await createLiveStory(editor);
  const reset = { contentType: 'text/event-stream', body: 'data: {"seq":1,"reset":true}\n\n' };
  let streams = 0;
  await page.route('**/live/events*', async (route) => {
    streams += 1;
    if (streams === 2) {
      // More than one answer of the call for changes.
      await Promise.all(Array.from({ length: 100 }, () => postEntry(editor, id)));
      await postEntry(editor, id, { title: 'The last one' });
      await editor.json('PUT', `/api/stories/${id}/live`, { state: 'ended' });
    }
    await route.fulfill(reset);
  });
  await page.goto(`/news/${id}`);
  await expect(page.getByRole('heading', { name: 'Live updates Live coverage ended' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The last one' })).toBeVisible();
  expect(streams).toBe(2);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('all entries can be read, in both orders', async ({ page, site }) => {
    const editor = await site.as('editor');
    const id = await createLiveStory(editor);
    for (let n = 1; n <= 52; n += 1) await postEntry(editor, id, { title: `Hour ${n}.` });
    await page.goto(`/news/${id}`);
    const titles = page.getByRole('region', { name: /^Live updates/ }).getByRole('heading', { level: 3 });
    await expect(titles.first()).toHaveText('Hour 52.');
    await page.getByRole('link', { name: 'Older updates' }).click();
    await expect(titles).toHaveText(['Hour 2.', 'Hour 1.']);
    await page.getByRole('link', { name: 'Oldest first' }).click();
    await expect(titles.first()).toHaveText('Hour 1.');
    await page.getByRole('link', { name: 'Newer updates' }).click();
    await expect(titles).toHaveText(['Hour 51.', 'Hour 52.']);
  });
});
