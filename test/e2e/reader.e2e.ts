import type { Page } from '@playwright/test';
import { addEdition } from '../factories/editions.ts';
import { declarePayment } from '../factories/payments.ts';
import type { TestSite } from '../site.ts';
import { expect, password, test } from './fixtures.ts';

const texts = [
  'Night final at the old ground',
  'Onion mandi opens at dawn',
  'The ferry to Naubat Ghat runs late',
  'A second jetty before the rains',
  'Schools open the old libraries',
];

async function edition(site: TestSite) {
  const editor = await site.as('editor');
  return addEdition(editor, texts, { title: 'Suryanagar', issue_date: '2026-11-21' });
}

const sheet = (page: Page, number: number) => page.getByRole('img', { name: `Page ${number} of Suryanagar` });
const shown = async (page: Page, number: number) => {
  await expect(sheet(page, number)).toBeVisible();
  await expect.poll(() => sheet(page, number).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
};

test('a visitor reads two pages, and the paywall at page 3 leads through the plans back to it', {
  tag: '@core',
}, async ({ page, site, checkAccessibility }) => {
  const id = await edition(site);
  const { email } = await site.createUser('reader');
  await page.goto('/e-paper');
  const ahead = page.waitForRequest(/pages\/2\/(small|screen)/);
  await page.getByRole('link', { name: 'Suryanagar', exact: true }).click();
  await expect(page).toHaveURL(`/e-paper/${id}`);
  await ahead;
  await shown(page, 1);
  await checkAccessibility();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(`/e-paper/${id}?page=2`);
  await shown(page, 2);
  await expect(page.getByRole('heading', { name: 'Page 3 needs a plan' })).toBeVisible();
  const html = await (await page.request.get(`/e-paper/${id}?page=3`)).text();
  expect(html).toContain('"isAccessibleForFree":false,"cssSelector":".paywall"');
  expect(html).not.toContain(texts[2]);
  await expect(page.locator('.paywall')).toHaveAttribute('data-page', '3'); // matched by the cssSelector
  await expect(sheet(page, 3)).toBeHidden();
  await checkAccessibility();

  await page.getByRole('link', { name: 'Page 3, needs a plan' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`/e-paper/${id}?page=3`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeHidden();
  await page.getByRole('link', { name: 'See the plans' }).click();
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: /Weekly/ }).click();
  await expect(page.getByText('₹10.00')).toBeVisible();
  await page.getByRole('button', { name: 'I Have Paid' }).click();
  await expect(page).toHaveURL(`/e-paper/${id}?page=3`);
  await shown(page, 3);
});

test('the first page and the page links work without JavaScript', async ({ browser, site }) => {
  const id = await edition(site);
  const page = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.address })).newPage();
  await page.goto(`/e-paper/${id}`);
  await expect(sheet(page, 1)).toBeVisible();
  await page.getByText('Page 1 as text').click();
  await expect(page.getByText(texts[0] ?? '')).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(sheet(page, 2)).toBeVisible();
  await page.goto(`/e-paper/${id}?page=3`);
  await expect(page.getByRole('heading', { name: 'Page 3 needs a plan' })).toBeVisible();
  await page.getByLabel('Search in this edition').fill('mandi');
  await page.getByRole('button', { name: 'Search' }).click();
  const hit = page.getByRole('link', { name: /Page 2.*mandi/ });
  await expect(hit.locator('[lang="en"]')).toHaveAttribute('dir', 'ltr');
  await hit.click();
  await expect(page).toHaveURL(`/e-paper/${id}?q=mandi&page=2`);
});

test('with a plan: keys, page jump, zoom with sharp tiles, remembered page, text, print', async ({
  page,
  site,
  login,
  checkAccessibility,
}) => {
  const id = await edition(site);
  await declarePayment(await login('reader'));
  await page.addInitScript(() => {
    window.print = () => {
      document.title = 'printed';
    };
  });
  await page.goto(`/e-paper/${id}#page=4`);
  await expect(page).toHaveURL(`/e-paper/${id}?page=4`);
  await shown(page, 4);
  await shown(page, 5);
  const pages = page.getByRole('region', { name: 'The edition' });
  await pages.focus();
  await page.keyboard.press('Home');
  await shown(page, 1);
  await page.keyboard.press('ArrowRight');
  await shown(page, 3);
  await page.keyboard.press('End');
  await expect(page).toHaveURL(`/e-paper/${id}?page=5`);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(`/e-paper/${id}?page=2`);
  await shown(page, 2); // turning a page shows it whole

  for (const percent of [150, 225, 338, 400]) {
    await page.keyboard.press('+');
    await expect(page.getByText(`${percent} %`, { exact: true })).toBeVisible();
  }
  const tiles = page.locator('img.tile');
  await expect.poll(() => tiles.count()).toBeGreaterThan(2);
  const drawn = (node: HTMLImageElement) => node.naturalWidth / node.getBoundingClientRect().width;
  await expect.poll(() => tiles.first().evaluate(drawn)).toBeGreaterThan(1);
  const before = await tiles.first().boundingBox();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await tiles.first().boundingBox())?.x).toBe((before?.x ?? 0) - 60);
  await checkAccessibility();
  await page.setViewportSize({ width: 1000, height: 500 });
  // The ratio of the picture's `sizes` to its actual width.
  const ratio = (node: HTMLImageElement) => Number.parseFloat(node.sizes) / node.getBoundingClientRect().width;
  const picture = page.locator('.sheet img[sizes]').first();
  await expect.poll(() => picture.evaluate(ratio)).toBeCloseTo(1, 1);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('0');
  await expect(page.getByText('100 %', { exact: true })).toBeVisible();

  await page.getByLabel('Page', { exact: true }).fill('3');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/e-paper/${id}?page=3`);
  await page.getByText('Page 3 as text').click();
  await expect(page.getByText(texts[2] ?? '')).toBeVisible();
  await checkAccessibility();
  await page.getByRole('button', { name: 'Print page' }).click();
  await expect(page).toHaveTitle('printed');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed-page')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print page' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.goto(`/e-paper/${id}`);
  await page.getByRole('link', { name: 'Continue on page 3' }).click();
  await expect(page).toHaveURL(`/e-paper/${id}?page=3`);
});

test('a phone shows one page, turns it on a swipe, and zooms on a pinch', async ({ browser, site }) => {
  const id = await edition(site);
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 };
  const page = await (await browser.newContext({ ...phone, baseURL: site.address })).newPage();
  await page.goto(`/e-paper/${id}?page=2`);
  await shown(page, 2);
  await expect(page.getByRole('heading', { name: 'Page 3 needs a plan' })).toBeHidden();
  const source = (number: number) => sheet(page, number).evaluate((img: HTMLImageElement) => img.currentSrc);
  await expect.poll(() => source(2)).toContain('/screen'); // the small image is loaded first
  await page.getByRole('button', { name: 'More tools' }).click();
  await page.getByRole('button', { name: 'Save data' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More tools' })).toBeFocused();
  await page.getByRole('link', { name: 'Previous page' }).click();
  await shown(page, 1);
  expect(await source(1)).toContain('/small');
  await page.getByRole('link', { name: 'Next page' }).click();
  await shown(page, 2);
  const touch = await page.context().newCDPSession(page);
  const stage = page.getByRole('region', { name: 'The edition' });
  await stage.scrollIntoViewIfNeeded();
  const at = await stage.boundingBox();
  const [x, y] = [(at?.x ?? 0) + 180, (at?.y ?? 0) + 200];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const swipe = async (by: number) => {
    await send('touchStart', [x, y]);
    for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', [x + by * part, y]);
    await send('touchEnd');
  };
  await swipe(150);
  await expect(page).toHaveURL(`/e-paper/${id}?page=1`);
  await shown(page, 1);
  await swipe(-150);
  await expect(page).toHaveURL(`/e-paper/${id}?page=2`);
  await shown(page, 2);
  const width = (await sheet(page, 2).boundingBox())?.width ?? 0;
  await send('touchStart', [x - 40, y], [x + 40, y]);
  for (const by of [60, 80, 100]) await send('touchMove', [x - by, y], [x + by, y]);
  await send('touchEnd');
  await expect.poll(async () => ((await sheet(page, 2).boundingBox())?.width ?? 0) / width).toBeGreaterThan(2);
  await swipe(150);
  await expect(page).toHaveURL(`/e-paper/${id}?page=2`);
});

test('a search marks words on the page; without a plan it only shows the page number', async ({
  page,
  browser,
  site,
  login,
  checkAccessibility,
}) => {
  const id = await edition(site);
  await declarePayment(await login('reader'));
  await page.goto(`/e-paper/${id}`);
  await page.getByLabel('Search in this edition').fill('ferry');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 page', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /The ferry to Naubat/ }).click();
  await expect(page).toHaveURL(`/e-paper/${id}?q=ferry&page=3`);
  await shown(page, 3);
  const marks = page.getByTestId('mark');
  await expect(marks).toHaveCount(1);
  const [mark, on] = [await marks.boundingBox(), await sheet(page, 3).boundingBox()];
  const part = ((mark?.x ?? 0) - (on?.x ?? 0)) / (on?.width ?? 1);
  expect(part).toBeGreaterThan(0.1);
  expect(part).toBeLessThan(0.3);
  await checkAccessibility();
  await page.getByRole('link', { name: 'Search all editions' }).click();
  await expect(page.getByRole('heading', { name: 'Search the e-paper' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Page 3.*ferry/ })).toBeVisible();
  await checkAccessibility();

  const visitor = await (await browser.newContext({ baseURL: site.address })).newPage();
  await visitor.goto('/e-paper/search?q=ferry');
  await visitor.getByRole('link', { name: 'Page 3, with a plan' }).click();
  await expect(visitor.getByRole('heading', { name: 'Page 3 needs a plan' })).toBeVisible();
  await checkAccessibility(visitor);
});

test('a reader makes a clip by keyboard, and its page is public', async ({
  page,
  browser,
  site,
  login,
  context,
  checkAccessibility,
}) => {
  const id = await edition(site);
  await declarePayment(await login('reader'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/e-paper/${id}?page=3`);
  await shown(page, 3);
  await page.getByRole('button', { name: 'Clip' }).focus();
  await page.keyboard.press('Enter');
  const box = page.getByLabel('Region of the clip');
  await expect(box).toBeFocused();
  for (let n = 0; n < 20; n++) await page.keyboard.press('ArrowLeft');
  for (let n = 0; n < 15; n++) await page.keyboard.press('ArrowUp');
  for (let n = 0; n < 30; n++) await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('A clip can be a third of the page at most.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make the clip' })).toBeDisabled();
  await checkAccessibility();
  for (let n = 0; n < 45; n++) await page.keyboard.press('Shift+ArrowUp');
  await page.getByRole('button', { name: 'Make the clip' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'The clip is ready' })).toBeVisible();
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${site.address}/clip/[\\w-]+$`));

  const anyone = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await anyone.goto(link);
  await expect(anyone.getByRole('heading', { name: 'Suryanagar' })).toBeVisible();
  await expect(anyone.getByText('Saturday, 21 November 2026 · Page 3')).toBeVisible();
  await expect(anyone.locator('.page-text-body')).toHaveAttribute('dir', 'ltr');
  const picture = anyone.getByRole('img', { name: 'A clip from page 3 of Suryanagar' });
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(1000);
  await anyone.getByText('What it says').click();
  await expect(anyone.getByText(texts[2] ?? '')).toBeVisible();
  await anyone.getByRole('link', { name: 'Read page 3 of the edition' }).click();
  await expect(anyone.getByRole('heading', { name: 'Page 3 needs a plan' })).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await checkAccessibility(visitor);
});

test('an editor corrects the text of a page', async ({ page, site, login, checkAccessibility }) => {
  const id = await edition(site);
  await login('editor');
  await page.goto(`/e-paper/${id}?page=4`);
  await shown(page, 4);
  await page.getByText('Page 4 as text').click();
  // A spread shows the texts of two pages; either may arrive first.
  const text = page.getByRole('group').filter({ hasText: 'Page 4 as text' });
  await text.getByRole('button', { name: 'Correct the text' }).click();
  await checkAccessibility();
  await page.getByRole('textbox', { name: 'Page 4 as text' }).fill('A third jetty before the rains');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('A third jetty before the rains')).toBeVisible();
  await expect(page.getByText('Corrected by the newsroom.')).toBeVisible();
});
