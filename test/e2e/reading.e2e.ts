import { createStory } from '../factories/stories.ts';
import { expect, test, waitForHydration } from './fixtures.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an empty board shows a message', async ({ page }) => {
    await page.goto('/news');
    await expect(page.getByText('No news items available.')).toBeVisible();
  });

  test('the board shows four cards and eight rows of a category, and links to the rest', { tag: '@core' }, async ({
    page,
    site,
  }) => {
    const editor = await site.as('editor');
    for (let n = 1; n <= 14; n++) await createStory(editor, { news_title: `Match ${n}` });
    await page.goto('/news');
    const sport = page.getByRole('region', { name: 'Sports News' });
    await expect(sport.getByRole('article')).toHaveCount(12);
    await expect(sport.getByRole('list').last().getByRole('article')).toHaveCount(8);
    const sizes = await sport
      .getByRole('heading', { level: 3 })
      .evaluateAll((all) => all.map((it) => Number.parseFloat(getComputedStyle(it).fontSize)));
    expect(Math.max(...sizes.slice(1))).toBeLessThan(sizes[0] ?? 0);
    await sport.getByRole('link', { name: 'More from Sports News' }).click();
    await expect(page).toHaveURL('/category/sports-news');
    await expect(page.getByRole('article')).toHaveCount(14);
  });

  test('a long category is paginated', async ({ page, site }) => {
    const editor = await site.as('editor');
    for (let n = 1; n <= 30; n++) await createStory(editor, { news_title: `Match ${n}` });
    await page.goto('/category/sports-news');
    await expect(page.getByRole('article')).toHaveCount(24);
    await page.getByRole('link', { name: 'Older stories' }).click();
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([6, 5, 4, 3, 2, 1].map((n) => `Match ${n}`));
  });

  test('menus open', async ({ page }) => {
    await page.goto('/category/india');
    await page.getByText('Higher Educations & Research').click();
    await expect(page.getByRole('link', { name: 'Universities' })).toBeVisible();
  });
});

test('categories are found by slug in any script and case, and report missing sub-categories', {
  tag: '@core',
}, async ({ page, site }) => {
  const editor = await site.as('editor');
  await editor.json('POST', '/api/categories', { name: 'विज्ञान वार्ता' });
  await page.goto('/category/OTT-of-nowhere');
  await expect(page).toHaveURL('/category/ott-of-nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing at this address');
  await expect(page.getByRole('alert')).toHaveText('Failed to load posts.');
  await expect(page.getByRole('main')).not.toContainText(/nowhere/i); // the sender of a link cannot put words into the paper
  await page.goto(`/category/${encodeURIComponent('विज्ञान-वार्ता')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('विज्ञान वार्ता');
  await expect(page.getByText('/ No subcategories')).toBeVisible();
  await page.goto('/category/others');
  await expect(page.getByRole('main').getByRole('link', { name: 'Others', exact: true })).toHaveCount(2);
  await createStory(editor, { news_category: 'Entertainment', news_sub_category: 'OTT', news_title: 'Nine languages' });
  await page.goto('/category/entertainment/subcategory/ott');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText('Nine languages');
});

test('a story under Others shows its custom label', async ({ page, site, checkAccessibility }) => {
  const editor = await site.as('editor');
  const { id } = await createStory(editor, {
    news_category: 'Others',
    news_sub_category: 'Others',
    news_submenu: 'Gardening',
    news_title: 'Roofs',
  });
  await page.goto('/category/others/subcategory/others');
  await expect(page.getByRole('article').getByText('Gardening')).toBeVisible();
  await page.goto(`/news/${id}`);
  await expect(page.getByText('Others - Gardening')).toBeVisible();
  await checkAccessibility();
});

test('missing pages answer 404 and offer the navigation, a search and the news', { tag: '@core' }, async ({
  page,
  site,
  checkAccessibility,
}) => {
  await createStory(await site.as('editor'), { news_title: 'Ferry on time' });
  for (const [path, sentence] of [
    ['/news/999999', 'Error loading post.'],
    ['/news/first', 'Error loading post.'],
    ['/category/gossip', 'Failed to load posts.'],
    ['/category/sports-news/subcategory/gossip', 'Failed to load posts.'],
    ['/nothing/here', 'There is nothing at this address'],
    ['/xx/news', 'There is nothing at this address'],
  ]) {
    const answer = await page.goto(path ?? '');
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByText(sentence ?? '').first()).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'News categories' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('searchbox', { name: 'Search' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Ferry on time' })).toBeVisible();
    await checkAccessibility();
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the sections open below the bar, nothing is wider than the screen, and a choice closes them', async ({
    page,
    site,
    checkAccessibility,
  }) => {
    await createStory(await site.as('editor'), {
      news_title: 'A'.repeat(120),
      news_category: 'India',
      news_sub_category: 'Cities',
    });
    await page.goto('/news');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByText('Sections').click();
    const india = page.getByRole('navigation', { name: 'News categories' }).getByRole('link', { name: 'India' });
    await expect(india).toBeVisible();
    await checkAccessibility();
    await page.keyboard.press('Escape');
    await expect(india).toBeHidden();
    await page.keyboard.press('Enter'); // the focus is back at the button
    await page.getByLabel('Higher Educations & Research').click();
    await expect(page.getByRole('link', { name: 'Universities' }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Universities' }).first()).toBeHidden();
    await expect(india).toBeVisible();
    await india.click();
    await expect(page).toHaveURL('/category/india');
    await expect(india).toBeHidden();
    await page.getByLabel('Menu').click();
    await expect(
      page
        .getByRole('navigation', { name: 'Site' })
        .getByRole('link', { name: 'News Wing' })
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test('the reader’s theme persists after a reload', async ({ page, checkAccessibility }) => {
  await page.goto('/news');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: 'Light or dark' }).click();
  await expect.poll(paper).not.toBe(light);
  const dark = await paper();
  await page.reload();
  expect(await paper()).toBe(dark);
  await checkAccessibility();
});

test('the browser runs no third-party script and no inline script without its hash', async ({
  page,
  site,
  consoleErrors,
}) => {
  const answer = await page.goto('/news');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  await waitForHydration(page); // our scripts create the Trusted Types policies
  const blocked = page.waitForEvent('console', (message) =>
    /Content Security Policy|'TrustedScript'/.test(message.text()),
  );
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.append('window.hacked = true');
    document.body.append(script);
  });
  await blocked;
  expect(consoleErrors.splice(0).length).toBeGreaterThan(0);
  const made = await page.evaluate(() => {
    const sinks = [
      () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.hacked = true">'),
      () => Object.assign(document.createElement('script'), { src: '/assets/x.js' }),
      () => setTimeout('window.hacked = true'),
      () => document.body.setAttribute('onclick', 'window.hacked = true'),
      () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('evil', {}),
    ];
    return sinks.map((sink) => {
      try {
        sink();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(made).toEqual(Array(5).fill('TypeError'));
  // HTML without elements may be set as a string, as React does for scripts that it re-creates; it does not run.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    script.innerHTML = 'window.hacked = true';
    document.body.append(script);
  });
  consoleErrors.splice(0);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect((await site.visitor.get('/news')).headers.get('x-frame-options')).toBe('SAMEORIGIN');
});

test('with reduced motion, toasts disappear by themselves and when closed', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/category/india');
  const toast = page.getByText('You are not logged in');
  const logOut = async () => {
    await page.getByLabel('Your account').click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(toast).toBeVisible();
  };
  await logOut();
  await page.locator('.Toastify').getByRole('button', { name: 'Close' }).click();
  await expect(toast).toBeHidden();
  await logOut();
  await expect(toast).toBeHidden();
});
