// Every form that sends data, for the tests of failing calls.
import type { Page } from '@playwright/test';
import type { Role } from '#src/rules/roles.rules.ts';
import { pdfFile, picked } from '../factories/documents.ts';
import { createStory } from '../factories/stories.ts';
import { submit } from '../factories/submissions.ts';
import type { TestSite } from '../site.ts';
import { expect, password, waitForHydration } from './fixtures.ts';

export interface Place {
  name: string;
  role?: Exclude<Role, 'visitor'>;
  /** URL pattern of the call that fails, with its method where the URL has several. */
  call: string;
  method?: string;
  open(page: Page, site: TestSite): Promise<void>;
  press(page: Page): Promise<void>;
  /** The error message, and the success message. */
  says: string;
  never: string | RegExp;
  /** Checks that what was typed or chosen is still there. */
  kept(page: Page): Promise<void>;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const pdf = (name: string) => picked(pdfFile(name));

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}
async function holds(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
}

const name = 'Asha Rao';
const email = 'asha@readers.test';
const registration = {
  'Full Name': name,
  'Date of Birth': '1998-03-14',
  Email: email,
  Mobile: '9876543210',
  'Create Password': password,
  'Confirm Password': password,
};
const credentials = { Email: email, Password: password };
const enquiry = { Name: name, 'E-mail': email, Mobile: '+91 98765 43210' };
const grievance = { Name: name, 'E-mail': email, 'What happened': 'The photo shows my house with its number.' };

const login = (name: string, path: string, call: string, inline: string): Place => ({
  name,
  call: `**/api/${call}`,
  async open(page) {
    await page.goto(path);
    await waitForHydration(page);
    await fill(page, credentials);
  },
  press: (page) => button(page, 'Login').click(),
  says: 'Login failed. Please try again.',
  never: 'Login successful!',
  async kept(page) {
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(inline);
    await holds(page, credentials);
  },
});

export const places: Place[] = [
  {
    name: 'registration',
    call: '**/api/newswings_register',
    async open(page) {
      await page.goto('/register');
      await waitForHydration(page);
      await fill(page, registration);
    },
    press: (page) => button(page, 'Register').click(),
    says: 'Something went wrong!',
    never: 'Registration successful!',
    kept: (page) => holds(page, registration),
  },
  login('login', '/login', 'newswings_login', 'An error occurred during login.'),
  login('admin login', '/admin', 'admin_login', 'Login failed. Please try again.'),
  {
    name: 'create news',
    role: 'editor',
    call: '**/api/admin',
    method: 'POST',
    async open(page) {
      await page.goto('/admin-create');
      await page.getByLabel('Category', { exact: true }).selectOption('Sports News');
      await page.getByLabel('Sub-category', { exact: true }).selectOption('Cricket');
      await page.getByLabel('Title').fill('Nets at dawn');
    },
    press: (page) => button(page, 'Create News').click(),
    says: 'Creation Failed',
    never: 'News Created',
    kept: (page) => expect(page.getByLabel('Title')).toHaveValue('Nets at dawn'),
  },
  {
    name: 'update news',
    role: 'editor',
    call: '**/api/admin/*',
    method: 'PUT',
    async open(page, site) {
      const { id } = await createStory(await site.as('editor'), { news_title: 'Before', news_description: 'Text.' });
      await page.goto(`/admin/edit/${id}`);
      await page.getByLabel('Title').fill('After');
    },
    press: (page) => button(page, 'Update').click(),
    says: 'Failed to update news',
    never: 'News updated successfully',
    async kept(page) {
      await expect(page).toHaveURL(/\/admin\/edit\//);
      await expect(page.getByLabel('Title')).toHaveValue('After');
    },
  },
  {
    name: 'delete news',
    role: 'editor',
    call: '**/api/admin/*',
    method: 'DELETE',
    async open(page, site) {
      await createStory(await site.as('editor'), { news_title: 'Mistake' });
      await page.goto('/admin-news');
      await expect(button(page, 'Delete: Mistake')).toBeVisible();
    },
    async press(page) {
      await button(page, 'Delete: Mistake').click();
      await button(page, 'Delete').click();
    },
    says: 'Failed to delete post.',
    never: 'Post deleted successfully!',
    kept: (page) => expect(page.getByRole('heading', { level: 3, name: 'Mistake' })).toBeVisible(),
  },
  {
    name: 'submission',
    role: 'reader',
    call: '**/api/create-article',
    async open(page) {
      await page.goto('/publication');
      await page.getByLabel('Article type').selectOption('letter');
      await page.getByLabel('Bonafide file').setInputFiles(await pdf('bonafide.pdf'));
      await page.getByLabel('Essay file').setInputFiles(await pdf('essay.pdf'));
    },
    press: (page) => button(page, 'Submit').click(),
    says: '❌ Submission failed',
    never: '✅ Article submitted successfully!',
    async kept(page) {
      await expect(page.getByLabel('Article type')).toHaveValue('letter');
      for (const file of ['bonafide.pdf (', 'essay.pdf (']) await expect(page.getByText(file)).toBeVisible();
    },
  },
  {
    name: 'decision',
    role: 'editor',
    call: '**/api/admin/decision',
    async open(page, site) {
      await submit(await site.as('reader'), { title: 'Night trains' });
      await page.goto('/publication');
      await page.getByRole('row').filter({ hasText: 'Night trains' }).getByRole('button', { name: 'Reject' }).click();
      await page.getByLabel('Words to the author').fill('Table two is another’s.');
    },
    press: (page) => button(page, 'Confirm').click(),
    says: 'Error processing decision',
    never: 'Article rejected',
    kept: (page) => expect(page.getByLabel('Words to the author')).toHaveValue('Table two is another’s.'),
  },
  {
    name: 'PDF upload',
    role: 'editor',
    call: '**/api/upload-pdf',
    async open(page) {
      await page.goto('/pdf-upload');
      await page.getByLabel('Period').selectOption('weekly');
      await page.getByLabel('PDF file').setInputFiles(await pdf('week.pdf'));
    },
    press: (page) => button(page, 'Upload PDF').click(),
    says: 'Upload failed: Server error',
    never: 'PDF uploaded successfully!',
    async kept(page) {
      await expect(page.getByLabel('Period')).toHaveValue('weekly');
      await expect(page.getByText('week.pdf').first()).toBeVisible();
    },
  },
  {
    name: 'profile',
    role: 'reader',
    call: '**/api/newswings_update_profile',
    async open(page) {
      await page.goto('/profile/edit');
      await page.getByLabel('Name', { exact: true }).fill('Asha of the lake');
    },
    press: (page) => button(page, 'Update Profile').click(),
    says: 'Update failed',
    never: 'Profile updated successfully!',
    kept: (page) => holds(page, { Name: 'Asha of the lake' }),
  },
  {
    name: 'payment',
    role: 'reader',
    call: '**/api/payments',
    async open(page) {
      page.on('dialog', (dialog) => void dialog.accept());
      await page.goto('/payment?plan=weekly');
      await expect(page.getByText('₹10.00', { exact: true })).toBeVisible();
      await page.getByLabel('UPI reference').fill('412345678901');
    },
    press: (page) => button(page, 'I Have Paid').click(),
    says: 'Your payment could not be recorded. Please try again.',
    never: 'Thank you.',
    async kept(page) {
      await expect(page).toHaveURL('/payment?plan=weekly');
      await expect(page.getByLabel('UPI reference')).toHaveValue('412345678901');
    },
  },
  {
    name: 'settings',
    role: 'admin',
    call: '**/api/settings',
    method: 'PUT',
    async open(page) {
      await page.goto('/admin/settings');
      await page.getByLabel('Phone').fill('+91 22 5555 0100');
    },
    press: (page) => button(page, 'Save settings').click(),
    says: 'The settings could not be saved.',
    never: 'Settings saved',
    kept: (page) => expect(page.getByLabel('Phone')).toHaveValue('+91 22 5555 0100'),
  },
  {
    name: 'enquiry',
    call: '**/api/enquiries',
    async open(page) {
      await page.goto('/enroll');
      await waitForHydration(page);
      await fill(page, enquiry);
      await page.getByLabel('Programme').selectOption({ index: 1 });
      await page.getByRole('checkbox').check();
    },
    press: (page) => button(page, 'Send enquiry').click(),
    says: 'Something went wrong!',
    never: /thank you/i,
    async kept(page) {
      await expect(page).toHaveURL('/enroll');
      await holds(page, enquiry);
    },
  },
  {
    name: 'grievance',
    call: '**/api/grievances',
    async open(page) {
      await page.goto('/grievance');
      await waitForHydration(page);
      await fill(page, grievance);
      await page.getByLabel('What it is about').selectOption({ index: 1 });
    },
    press: (page) => button(page, 'Send grievance').click(),
    says: 'Something went wrong!',
    never: /number is/,
    kept: (page) => holds(page, grievance),
  },
];
