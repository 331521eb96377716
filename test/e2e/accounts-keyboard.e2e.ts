import { Secret, TOTP } from 'otpauth';
import { changeEmail, confirmationFor, takeBackFor } from '../factories/emails.ts';
import { createStory } from '../factories/stories.ts';
import { openTranslator } from '../factories/translator.ts';
import { nextMail, tokenIn } from '../mailbox.ts';
import { expect, password } from './fixtures.ts';
import { test } from './keys.ts';

// A user's account pages, and a story in another language, by keyboard alone.

test('a forgotten password is reset once through the e-mailed link', { tag: '@core' }, async ({
  page,
  site,
  keys,
  checkAccessibility,
}) => {
  const { email } = await site.createUser('reader');
  await page.goto('/login');
  await keys.skipMenus();
  await keys.press(page.getByRole('link', { name: 'Forgot your password?' }));
  await checkAccessibility();
  await keys.press(page.getByRole('button', { name: 'Send the link' }));
  await expect(page.getByLabel('Email')).toBeFocused(); // the empty field gets the focus
  await keys.type(page.getByLabel('Email'), email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('If an account with this e-mail exists')).toBeVisible();
  const address = `/reset-password?token=${tokenIn((await nextMail(site, email)).text, 'reset-password')}`;
  const set = async (word: string) => {
    await page.goto(address);
    await keys.skipMenus();
    await keys.type(page.getByLabel('New password'), word);
    await keys.type(page.getByLabel('Confirm Password'), word);
    await checkAccessibility();
    await page.keyboard.press('Enter');
  };
  await set('a quiet Friday');
  await expect(page).toHaveURL('/login');
  await keys.type(page.getByLabel('Email'), email);
  await keys.type(page.getByLabel('Password'), 'a quiet Friday');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/news');
  await set('another Friday');
  await expect(page.getByText('This link has been used or has run out.')).toBeVisible();
});

test('a reader changes the e-mail address, cancels, retries and confirms', { tag: '@core' }, async ({
  page,
  site,
  login,
  keys,
  checkAccessibility,
}) => {
  const { email: old } = (await (await login('reader')).get('/api/user/me')).body;
  site.advance(20 * 60_000);
  await page.goto('/profile/edit');
  await keys.skipMenus();
  await keys.type(page.getByLabel('Name', { exact: true }), 'Meera Nair');
  await keys.type(page.getByLabel('Email'), 'moved@readers.test');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Please give your password again.');
  await keys.type(page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  const waits = page.getByText('Your e-mail address changes to moved@readers.test');
  await expect(waits).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(old);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Meera Nair');
  await checkAccessibility();
  await keys.press(page.getByRole('button', { name: 'Cancel the change' }));
  await expect(waits).toBeHidden();
  await confirmationFor(site, 'moved@readers.test');
  await keys.type(page.getByLabel('Email'), 'moved@readers.test');
  await page.keyboard.press('Enter');
  await expect(waits).toBeVisible();
  await page.goto(`/confirm-email?token=${await confirmationFor(site, 'moved@readers.test')}`);
  await keys.skipMenus();
  await keys.press(page.getByRole('button', { name: 'Confirm' }));
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible();
  await keys.press(page.getByRole('main').getByRole('link', { name: 'Profile' }));
  await expect(page.getByLabel('Email')).toHaveValue('moved@readers.test');
  await expect(waits).toBeHidden();
  site.advance(-20 * 60_000);
});

test('a user reverts an e-mail change and sets a new password', { tag: '@core' }, async ({
  page,
  site,
  login,
  keys,
}) => {
  const thief = await login('reader');
  const { email } = (await thief.get('/api/user/me')).body;
  await changeEmail(site, thief, 'thief@evil.test');
  await page.goto(`/take-email-back?token=${await takeBackFor(site, email)}`);
  await keys.skipMenus();
  await keys.press(page.getByRole('button', { name: 'Take my e-mail address back' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password');
  await keys.type(page.getByLabel('New password'), 'a quiet Friday');
  await keys.type(page.getByLabel('Confirm Password'), 'a quiet Friday');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});

test('two-step login is turned on and used', { tag: '@core' }, async ({
  page,
  site,
  login,
  keys,
  checkAccessibility,
}) => {
  const { email } = (await (await login('admin')).get('/api/user/me')).body;
  await page.goto('/profile/security');
  await keys.skipMenus();
  await keys.press(page.getByRole('button', { name: 'Turn on' }));
  const totp = new TOTP({ secret: Secret.fromBase32(await page.locator('p.font-mono').innerText()) });
  await keys.type(page.getByLabel('Code'), totp.generate());
  await checkAccessibility();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Recovery codes: each stands in for the app once.')).toBeVisible();
  await keys.press(page.getByLabel('Your account'));
  await keys.press(page.getByRole('button', { name: 'Log Out' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Newsroom login');
  await keys.type(page.getByLabel('Email'), email);
  await keys.type(page.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter the code of your authenticator app.')).toBeVisible();
  site.advance(30_000); // each code is valid once
  await keys.type(page.getByLabel('Code'), totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin-news');
});

test('a guardian gives consent, and a reader downloads the data and deletes the account', { tag: '@core' }, async ({
  page,
  site,
  login,
  keys,
  checkAccessibility,
}) => {
  const child = await site.createUser('reader', { name: 'Kavya', dob: `${new Date().getFullYear() - 15}-01-01` });
  const client = await site.visitor.login('/api/newswings_login', child.email, password);
  await client.json('POST', '/api/user/guardian', { name: 'Leela', email: 'leela@readers.test' });
  const token = tokenIn((await nextMail(site, 'leela@readers.test')).text, 'guardian');
  await page.goto(`/guardian?token=${token}`);
  await keys.skipMenus();
  await expect(page.getByText('Kavya is under 18')).toBeVisible();
  await checkAccessibility();
  await keys.press(page.getByRole('button', { name: 'I agree' }));
  await expect(page.getByText('Your consent has been recorded.')).toBeVisible();

  const { email } = (await (await login('reader')).get('/api/user/me')).body;
  await page.goto('/profile/security');
  await keys.skipMenus();
  const download = page.waitForEvent('download');
  await keys.press(page.getByRole('button', { name: 'Download my data' }));
  expect((await download).suggestedFilename()).toBe('news-wing-data.json');
  await keys.press(page.getByRole('button', { name: 'Delete my account' }));
  const dialog = page.getByRole('dialog');
  await keys.type(dialog.getByLabel('Password'), 'not it');
  await keys.press(dialog.getByRole('button', { name: 'Delete my account' }));
  await expect(dialog.getByText('The password is not right.')).toBeVisible();
  await keys.type(dialog.getByLabel('Password'), password);
  await keys.press(dialog.getByRole('button', { name: 'Delete my account' }));
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
  expect((await site.visitor.json('POST', '/api/newswings_login', { email, password })).status).toBe(401);
});

test.describe('with a translation server', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    env: async ({}, use) => {
      const translator = await openTranslator();
      await use({ TRANSLATE_URL: translator.url });
      await translator.close();
    },
  });

  test('a reader translates a story and returns to the original', { tag: '@core' }, async ({ page, site, keys }) => {
    const { id } = await createStory(await site.as('editor'), { news_title: 'Ferry runs late', language: 'en' });
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Translator')); // the built-in translator
    await page.goto(`/hi/news/${id}`);
    await keys.skipMenus();
    const story = page.locator('article.story');
    await keys.press(story.getByRole('button', { name: /हिन्दी/ }));
    await expect(story.getByRole('heading', { level: 1 })).toHaveText('FERRY RUNS LATE');
    await keys.press(story.getByRole('status').locator('xpath=following-sibling::button'));
    await expect(story.getByRole('heading', { level: 1 })).toHaveText('Ferry runs late');
  });
});
