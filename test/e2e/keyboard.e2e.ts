import { pdfFile, picked } from '../factories/documents.ts';
import { addEdition } from '../factories/editions.ts';
import { declarePayment } from '../factories/payments.ts';
import { createStory } from '../factories/stories.ts';
import { publish } from '../factories/submissions.ts';
import { expect, password } from './fixtures.ts';
import { test } from './keys.ts';

// Reader journeys by keyboard alone; those of the newsroom are in newsroom-keyboard.e2e.ts.

test('a reader skips the menus to a story and its category, and uses menus, language and theme', {
  tag: '@core',
}, async ({ page, site, keys }) => {
  const { id } = await createStory(await site.as('editor'), { news_title: 'Nets at dawn' });
  await page.goto('/news');
  await keys.skipMenus();
  await keys.press(page.getByRole('link', { name: 'Nets at dawn' }));
  await expect(page).toHaveURL(`/news/${id}`);
  await keys.press(page.getByRole('article').first().getByRole('link', { name: 'Cricket' }));
  await expect(page).toHaveURL('/category/sports-news/subcategory/cricket');

  const menu = page.getByLabel('Higher Educations & Research');
  await keys.press(menu);
  await keys.reach(page.getByRole('link', { name: 'Universities' }));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Universities' })).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Space');
  await keys.press(page.getByRole('link', { name: 'Research', exact: true }));
  await expect(page).toHaveURL('/research');
  await expect(page.getByRole('link', { name: 'Universities' })).toBeHidden();

  await keys.press(page.getByRole('button', { name: 'Light or dark' }));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await keys.press(page.getByLabel('Language'));
  await keys.press(page.getByRole('link', { name: 'हिन्दी' }));
  await expect(page).toHaveURL('/hi/research');
});

test('a reader registers and logs in', { tag: '@core' }, async ({ page, keys }) => {
  await page.goto('/register');
  await keys.skipMenus();
  await keys.type(page.getByLabel('Full Name'), 'Asha Rao');
  await keys.reach(page.getByLabel('Date of Birth'));
  await page.keyboard.type('05171998');
  await keys.type(page.getByLabel('Email'), 'asha@readers.test');
  await keys.type(page.getByLabel('Mobile'), '9876543210');
  await keys.type(page.getByLabel('Create Password'), 'a quiet Tuesday');
  await keys.type(page.getByLabel('Confirm Password'), 'a quiet Tuesday');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Registration successful!')).toBeVisible();

  await keys.press(page.getByRole('main').getByRole('link', { name: 'Login' }).first());
  await expect(page).toHaveURL('/login');
  await keys.type(page.getByLabel('Email'), 'asha@readers.test');
  await keys.type(page.getByLabel('Password'), 'a quiet Tuesday');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Login successful!')).toBeVisible();
});

test('an author sends a submission, withdraws it and logs out', { tag: '@core' }, async ({ page, login, keys }) => {
  await login('reader');
  await page.goto('/publication');
  await keys.skipMenus();
  await keys.choose(page.getByLabel('Article type'), 'letter');
  await keys.press(page.locator('summary', { hasText: 'More about the work' }));
  await keys.type(page.getByLabel('Title'), 'Lake frogs');
  for (const label of ['Bonafide file', 'Essay file'])
    await keys.pick(page.getByLabel(label), await picked(pdfFile(`${label}.pdf`)));
  await keys.press(page.getByRole('button', { name: 'Submit' }));
  await expect(page.getByText('✅ Article submitted successfully!')).toBeVisible();
  const own = page.getByRole('article', { name: 'Lake frogs' });
  await keys.press(own.getByRole('button', { name: 'Withdraw' }));
  await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }));
  await expect(own).toBeHidden();
  await expect(page.locator('.Toastify__toast')).toHaveCount(0); // the toast covers the menus until it closes

  await keys.press(page.getByLabel('Your account'));
  await keys.press(page.getByRole('button', { name: 'Log Out' }));
  await expect(page).toHaveURL('/login');
});

test('a reader chooses a plan, declares a payment and downloads an edition', { tag: '@core' }, async ({
  page,
  site,
  login,
  keys,
}) => {
  const edition = await addEdition(await site.as('editor'), ['Night final', 'Onion mandi', 'The weather']);
  await login('reader');
  await page.goto('/payment');
  await keys.skipMenus();
  await keys.press(page.getByRole('button', { name: /Weekly/ }), 'Space');
  await expect(page.getByText('₹10.00')).toBeVisible();
  page.on('dialog', (dialog) => dialog.accept());
  await keys.press(page.getByRole('button', { name: 'I Have Paid' }));
  await expect(page).toHaveURL('/e-paper');
  const download = page.waitForEvent('download');
  await keys.press(page.getByRole('button', { name: 'Download' }));
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await keys.press(
    page
      .getByRole('main')
      .getByRole('link', { name: /^reader/ })
      .last(),
  );
  await expect(page).toHaveURL(`/e-paper/${edition}`);
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('ArrowRight'); // before any control has been focused
  await expect(page).toHaveURL(`/e-paper/${edition}?page=2`);
});

test('a reader pages, zooms, pans, reads as text, searches and clips an edition', { tag: '@core' }, async ({
  page,
  site,
  login,
  keys,
}) => {
  const texts = ['Night final', 'Onion mandi', 'The ferry runs late', 'The weather'];
  const id = await addEdition(await site.as('editor'), texts, { title: 'Suryanagar' });
  await declarePayment(await login('reader'));
  const sheet = (number: number) => page.getByRole('img', { name: `Page ${number} of Suryanagar` });
  await page.goto(`/e-paper/${id}`);
  await keys.skipMenus();
  await keys.press(page.getByRole('link', { name: 'Next page' }));
  await expect(sheet(2)).toBeVisible();
  await page.keyboard.press('Enter'); // the same link leads to the next pages
  await expect(page).toHaveURL(`/e-paper/${id}?page=4`);
  await keys.type(page.getByLabel('Page', { exact: true }), '1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/e-paper/${id}?page=1`);
  await expect(sheet(1)).toBeVisible();

  await keys.press(page.getByRole('button', { name: 'Zoom in' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('225 %', { exact: true })).toBeVisible();
  await keys.reach(page.getByRole('region', { name: 'The edition' }));
  const before = (await sheet(1).boundingBox())?.x ?? 0;
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await sheet(1).boundingBox())?.x).toBeLessThan(before);
  await page.keyboard.press('0');
  await expect(page.getByText('100 %', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`/e-paper/${id}?page=2`);

  await keys.press(page.getByText('Page 2 as text'));
  await expect(page.getByText('Onion mandi', { exact: true })).toBeVisible();
  await keys.type(page.getByLabel('Search in this edition'), 'weather');
  await page.keyboard.press('Enter');
  await keys.press(page.getByRole('link', { name: /Page 4.*weather/ }));
  await expect(page).toHaveURL(`/e-paper/${id}?page=4&q=weather`);

  await keys.press(page.getByRole('button', { name: 'Clip' }));
  await expect(page.getByLabel('Region of the clip')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowUp');
  await keys.press(page.getByRole('button', { name: 'Make the clip' }));
  await keys.press(page.getByRole('dialog').getByRole('link', { name: 'Open' }));
  await expect(page).toHaveURL(/\/clip\//);
});

test('a reader searches with suggestions and a filter', { tag: '@core' }, async ({ page, site, keys }) => {
  const editor = await site.as('editor');
  await createStory(editor, { news_title: 'Harbour pilots end their strike' });
  await createStory(editor, { news_title: 'Harbour left out', news_category: 'Business', news_sub_category: 'Budget' });
  await page.goto('/news');
  await keys.type(page.getByRole('searchbox', { name: 'Search' }), 'nothing like it');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=nothing/);
  const field = page.getByRole('combobox', { name: 'Search News Wing' });
  await keys.type(field, 'harb');
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveCount(3);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('harbour');
  const found = page.getByRole('region', { name: 'Results' }).getByRole('article');
  await expect(found).toHaveCount(2);
  await keys.press(page.getByText('Filters'));
  await keys.choose(page.getByLabel('Category'), 'Business');
  await keys.press(page.getByRole('button', { name: 'Search', exact: true }));
  await expect(found).toHaveCount(1);
  await keys.press(found.getByRole('link'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour left out');
});

test('a reader sends an enquiry and a grievance, logs in, and changes the name', { tag: '@core' }, async ({
  page,
  site,
  keys,
}) => {
  await page.goto('/');
  await keys.skipMenus();
  await keys.press(page.getByRole('main').getByRole('link', { name: 'Enroll Now' }).first());
  await expect(page).toHaveURL('/enroll');
  await keys.type(page.getByLabel('Name'), 'Ila Bose');
  await keys.type(page.getByLabel('E-mail'), 'ila@readers.test');
  await keys.type(page.getByLabel('Mobile'), '9876543210');
  await keys.choose(page.getByLabel('Programme'), 'B.A. Journalism');
  await keys.press(page.getByLabel(/^I agree that News Wing keeps/), 'Space');
  await keys.press(page.getByRole('button', { name: 'Send enquiry' }));
  await expect(page).toHaveURL('/enroll/thanks');

  await keys.press(page.getByRole('contentinfo').getByRole('link', { name: 'Grievance officer' }));
  await keys.type(page.getByLabel('Name'), 'Ila Bose');
  await keys.type(page.getByLabel('E-mail'), 'ila@readers.test');
  await keys.choose(page.getByLabel('What it is about'), 'Something you published');
  await keys.type(page.getByLabel('What happened'), 'The story names the wrong street.');
  await keys.press(page.getByRole('button', { name: 'Send grievance' }));
  await expect(page.getByRole('status').filter({ hasText: 'GR-' })).toBeVisible();

  const { email } = await site.createUser('reader');
  await keys.press(page.getByLabel('Your account'));
  await keys.press(page.getByRole('link', { name: 'Profile Edit' }));
  await expect(page).toHaveURL('/login');
  await keys.type(page.getByLabel('Email'), email);
  await keys.type(page.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile/edit');
  await keys.type(page.getByLabel('Name', { exact: true }), 'Ila Rao');
  await keys.press(page.getByRole('button', { name: 'Update Profile' }));
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
});

test('a reader finds, opens and cites an essay, and listens to a story', { tag: '@core' }, async ({
  page,
  site,
  context,
  keys,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await createStory(await site.as('editor'), { news_title: 'Ferry runs late' });
  await publish(site, { title: 'Lake frogs' });
  await page.goto('/research');
  await keys.skipMenus();
  await keys.type(page.getByLabel('Search titles'), 'frogs');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=frogs/);
  await keys.press(page.getByRole('link', { name: 'Lake frogs' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lake frogs');
  await keys.press(page.getByRole('button', { name: 'Copy APA' }));
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Test reader/);

  await page.goto(`/news/${id}`);
  await keys.skipMenus();
  await keys.press(page.getByRole('button', { name: 'Listen' }));
  await keys.press(page.getByRole('button', { name: 'Stop listening' }));
  await expect(page.getByRole('button', { name: 'Listen' })).toBeFocused();
});
