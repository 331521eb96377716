import { pictureFile } from '../factories/pictures.ts';
import { expect, password, test, waitForHydration } from './fixtures.ts';

const portrait = async () => ({
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await (await pictureFile(400, 400)).bytes()),
});

test('a reader registers, logs in, returns to the previous page, changes the profile, and logs out', {
  tag: '@core',
}, async ({ page, checkAccessibility }) => {
  await page.goto('/category/india');
  await page.getByText('publication', { exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/login');
  await checkAccessibility();
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Please fill in all fields.')).toHaveCount(2);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register');
  // The text that the user agrees to is visible above the button, not collapsed.
  await expect(page.getByText('We keep your name, e-mail, mobile number')).toBeVisible();
  await expect(page.getByText('By registering you agree to this.')).toBeVisible();
  await checkAccessibility();

  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('This field is required.')).toHaveCount(6);
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Date of Birth').fill('1998-03-14');
  await page.getByLabel('Email').fill('asha@readers.test');
  await page.getByLabel('Mobile').fill('12');
  await page.getByLabel('Create Password').fill('a quiet Tuesday');
  await page.getByLabel('Confirm Password').fill('a loud Tuesday');
  await page.getByLabel('Profile Image').setInputFiles(await portrait());
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Passwords do not match!').first()).toBeVisible();
  // The toast's progress bar runs for as long as the toast is shown.
  await expect(page.locator('.Toastify__progress-bar').last()).toHaveCSS('animation-duration', '3s');
  await expect(page.getByText('Invalid mobile number')).toBeVisible();
  await page.getByLabel('Confirm Password').fill('a quiet Tuesday');
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Registration successful!')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('');

  await page.getByRole('main').getByRole('link', { name: 'Login' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login'); // both pages have an Email field
  await page.getByLabel('Email').fill('ASHA@readers.test');
  await page.getByLabel('Password').fill('not this one');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('An error occurred during login.')).toBeVisible();
  await page.getByLabel('Password').fill('a quiet Tuesday');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Login successful!')).toBeVisible();
  await expect(page).toHaveURL('/publication');
  await expect(page.getByLabel('Article type')).toBeVisible(); // the URL changes before the page, which closes menus
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? '{}'));
  expect(Object.keys(stored.state)).toEqual(['user']);
  expect(stored.state.user).toMatchObject({
    name: 'Asha Rao',
    email: 'asha@readers.test',
    isAdmin: false,
    mobile: '+919876543210',
  });

  await page.getByLabel('Your account').click();
  await page.getByRole('link', { name: 'Profile Edit' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Asha Rao');
  await expect(page.getByLabel('Code')).toHaveValue('91');
  await checkAccessibility();
  await page.getByLabel('Email').fill('asha at home');
  await page.getByLabel('Mobile').fill('98');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(page.getByText('Invalid mobile number')).toBeVisible();
  await page.getByLabel('Email').fill('asha@readers.test');
  await page.getByLabel('Mobile').fill('501234567');
  await page.getByLabel('Code').selectOption('971');
  await page.getByRole('button', { name: 'Remove Image' }).click();
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Code')).toHaveValue('971');
  await expect(page.getByAltText('Your picture')).toBeHidden();

  await page.getByLabel('Your account').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('Logout Successful')).toBeVisible();
  await expect(page).toHaveURL('/login');
  const left = await page.evaluate(() => Object.values(JSON.parse(localStorage.getItem('root') ?? '{}').state.user));
  expect(left.filter(Boolean)).toEqual([]);
});

test('an admin’s menu, profile and logout are those of the newsroom', async ({ page, login }) => {
  await login('admin');
  await page.goto('/profile/edit');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/Test admin/);
  await expect(page.getByLabel('Mobile')).toBeHidden();
  await page.getByLabel('Name', { exact: true }).fill('Chief of the desk');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await page.getByLabel('Your account').click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/admin');
});

test('a password that is guessed easily is refused while the form is filled in', async ({
  page,
  checkAccessibility,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const passwordFiles = () => loaded.filter((url) => url.includes('/assets/password-'));
  await page.goto('/register');
  await waitForHydration(page);
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Date of Birth').fill('1998-03-14');
  expect(passwordFiles()).toEqual([]);
  const field = page.getByLabel('Create Password');
  await field.fill('aaaaaaaa');
  await field.press('Tab');
  await expect(field).toHaveAccessibleDescription(/^At least 8 characters. This password is easily guessed./);
  await expect(page.getByRole('alert')).toHaveText(/easily guessed/);
  expect(passwordFiles()).toHaveLength(2);
  await checkAccessibility();
  for (const own of ['Asha@123', '14/03/1998']) {
    await field.fill(own);
    await field.press('Tab');
    await expect(page.getByRole('alert')).toHaveText(/not made of your name/);
  }
  await field.fill('a quiet Tuesday');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await field.press('Tab');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an admin finds a user and makes him an editor, and the audit log records it', { tag: '@core' }, async ({
  page,
  login,
  site,
  checkAccessibility,
}) => {
  await login('admin');
  const person = await site.createUser('reader', { name: 'Dhruv Menon' });
  await page.goto('/news');
  await page.getByLabel('Your account').click();
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByLabel('Search name, e-mail or number').fill('dhruv');
  await expect(page.getByRole('row')).toHaveCount(2);
  await checkAccessibility();
  site.advance(20 * 60_000);
  await page.getByLabel('Role of Dhruv Menon').selectOption('editor');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  const session = await site.visitor.login('/api/newswings_login', person.email, password);
  await page.getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByText('Saved')).toHaveCount(2);
  expect((await session.get('/api/user/me')).status).toBe(401);
  await page.goto('/admin/audit');
  await expect(
    page.getByRole('row', { name: new RegExp(`person.role.*person ${person.id}.*role: editor`) }),
  ).toBeVisible();
  await checkAccessibility();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a form says that it needs JavaScript, and never puts the password in the URL', async ({ page }) => {
    await page.goto('/login');
    // Playwright treats text in <noscript> as invisible.
    expect(await page.content()).toContain('Your browser needs scripts for this.');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/login');
  });
});
