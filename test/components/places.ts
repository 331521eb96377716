// Every form that sends data, for the tests of failing calls.
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { profileCalls } from '#src/accounts/profile.contract.ts';
import { sessionCalls } from '#src/accounts/sessions.contract.ts';
import * as adminLoginPage from '#src/accounts/web/admin-login-page.tsx';
import * as loginPage from '#src/accounts/web/login-page.tsx';
import * as profilePage from '#src/accounts/web/profile-page.tsx';
import * as registerPage from '#src/accounts/web/register-page.tsx';
import type { Call } from '#src/calls/call.ts';
import { enquiriesCalls } from '#src/enquiries/enquiries.contract.ts';
import * as enrollPage from '#src/enquiries/web/enroll-page.tsx';
import { editionCalls } from '#src/epaper/editions.contract.ts';
import * as uploadPage from '#src/epaper/web/upload-page.tsx';
import { grievancesCalls } from '#src/grievances/grievances.contract.ts';
import { storiesCalls } from '#src/news/stories.contract.ts';
import * as boardPage from '#src/news/web/admin-board-page.tsx';
import * as createStoryPage from '#src/news/web/create-story-page.tsx';
import * as editStoryPage from '#src/news/web/edit-story-page.tsx';
import { planCalls } from '#src/plans/plans.contract.ts';
import * as paymentPage from '#src/plans/web/payment-page.tsx';
import type { Role } from '#src/rules/roles.rules.ts';
import { settingsCalls } from '#src/settings/settings.contract.ts';
import * as settingsPage from '#src/settings/web/settings-page.tsx';
import { renderContent } from '#src/static-pages/page-fields.rules.ts';
import { staticPages } from '#src/static-pages/static-pages.rules.ts';
import * as grievancePage from '#src/static-pages/web/grievance-page.tsx';
import { articlesCalls } from '#src/submissions/submissions.contract.ts';
import * as publicationPage from '#src/submissions/web/publication-page.tsx';
import { consent, frontOf, haveCategories, haveStory, haveSubmission, offers, policy } from './loaded.ts';
import { answer, reply } from './network.ts';
import { at, here, logIn, open, shell } from './open-page.tsx';

export interface Place {
  name: string;
  role?: Exclude<Role, 'visitor'>;
  /** The call that fails. */
  call: Call;
  open(): Promise<void>;
  press(): Promise<void>;
  /** The error message, and the success message. */
  says: string;
  never: string | RegExp;
  /** Checks that what was typed or chosen is still there. */
  kept(): Promise<void>;
}

const field = (label: string) => page.getByLabelText(label, { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const file = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

async function fill(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await field(label).fill(value);
}
async function holds(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await expect.element(field(label)).toHaveValue(value);
}

const name = 'Asha Rao';
const email = 'asha@readers.test';
const password = 'correct horse battery';
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

const login = (name: string, path: string, loginForm: typeof loginPage, call: Call, inline: string): Place => ({
  name,
  call,
  async open() {
    open([at(path, loginForm)]);
    await fill(credentials);
  },
  press: () => press('Login'),
  says: 'Login failed. Please try again.',
  never: 'Login successful!',
  async kept() {
    await expect.element(page.getByRole('main').getByRole('alert')).toHaveTextContent(inline);
    await holds(credentials);
  },
});

export const places: Place[] = [
  {
    name: 'registration',
    call: profileCalls.register,
    async open() {
      open([at('/register', registerPage, { policy, consentAge: 18 })]);
      await fill(registration);
    },
    press: () => press('Register'),
    says: 'Something went wrong!',
    never: 'Registration successful!',
    kept: () => holds(registration),
  },
  login('login', '/login', loginPage, sessionCalls.userLogin, 'An error occurred during login.'),
  login('admin login', '/admin', adminLoginPage, sessionCalls.adminLogin, 'Login failed. Please try again.'),
  {
    name: 'create news',
    role: 'editor',
    call: storiesCalls.create,
    async open() {
      haveCategories();
      open([at('/admin-create', createStoryPage, { needsApproval: false, pictureMegabytes: 10 })]);
      await field('Category').selectOptions('Sports News');
      await field('Sub-category').selectOptions('Cricket');
      await field('Title').fill('Nets at dawn');
    },
    press: () => press('Create News'),
    says: 'Creation Failed',
    never: 'News Created',
    kept: () => holds({ Title: 'Nets at dawn' }),
  },
  {
    name: 'update news',
    role: 'editor',
    call: storiesCalls.update,
    async open() {
      haveCategories();
      haveStory({
        news_title: 'Before',
        news_description: 'Text.',
        news_category: 'Sports News',
        news_sub_category: 'Cricket',
      });
      open([at('/admin/edit/:id', editStoryPage, { needsApproval: false, pictureMegabytes: 10 })], '/admin/edit/1');
      await field('Title').fill('After');
    },
    press: () => press('Update'),
    says: 'Failed to update news',
    never: 'News updated successfully',
    async kept() {
      expect(here()).toBe('/admin/edit/1');
      await holds({ Title: 'After' });
    },
  },
  {
    name: 'delete news',
    role: 'editor',
    call: storiesCalls.remove,
    async open() {
      open([at('/admin-news', boardPage, frontOf('Mistake'))]);
      await expect.element(page.getByRole('button', { name: 'Delete: Mistake' })).toBeVisible();
    },
    async press() {
      await press('Delete: Mistake');
      await press('Delete');
    },
    says: 'Failed to delete post.',
    never: 'Post deleted successfully!',
    kept: () => expect.element(page.getByRole('heading', { level: 3, name: 'Mistake' })).toBeVisible(),
  },
  {
    name: 'submission',
    role: 'reader',
    call: articlesCalls.create,
    async open() {
      open([at('/publication', publicationPage, consent)]);
      await field('Article type').selectOptions('letter');
      await page.getByLabelText('Bonafide file').upload(file('bonafide.pdf'));
      await page.getByLabelText('Essay file').upload(file('essay.pdf'));
    },
    press: () => press('Submit'),
    says: '❌ Submission failed',
    never: '✅ Article submitted successfully!',
    async kept() {
      await holds({ 'Article type': 'letter' });
      for (const file of ['bonafide.pdf (', 'essay.pdf (']) await expect.element(page.getByText(file)).toBeVisible();
    },
  },
  {
    name: 'decision',
    role: 'editor',
    call: articlesCalls.decide,
    async open() {
      haveSubmission('Night trains');
      open([at('/publication', publicationPage, consent)]);
      await page.getByRole('row').filter({ hasText: 'Night trains' }).getByRole('button', { name: 'Reject' }).click();
      await page.getByLabelText('Words to the author').fill('Table two is another’s.');
    },
    press: () => press('Confirm'),
    says: 'Error processing decision',
    never: 'Article rejected',
    kept: () => expect.element(page.getByLabelText('Words to the author')).toHaveValue('Table two is another’s.'),
  },
  {
    name: 'PDF upload',
    role: 'editor',
    call: editionCalls.upload,
    async open() {
      open([at('/pdf-upload', uploadPage, { megabytes: 80 })]);
      await field('Period').selectOptions('weekly');
      await page.getByLabelText('PDF file').upload(file('week.pdf'));
    },
    press: () => press('Upload PDF'),
    says: 'Upload failed: Server error',
    never: 'PDF uploaded successfully!',
    async kept() {
      await holds({ Period: 'weekly' });
      await expect.element(page.getByText('week.pdf').first()).toBeVisible();
    },
  },
  {
    name: 'profile',
    role: 'reader',
    call: profileCalls.update,
    async open() {
      answer(profileCalls.me, reply(profileCalls.me, { name, email, mobile: '+91 9876543210' }));
      open([at('/profile/edit', profilePage)]);
      await fill({ Name: 'Asha of the lake' });
    },
    press: () => press('Update Profile'),
    says: 'Update failed',
    never: 'Profile updated successfully!',
    kept: () => holds({ Name: 'Asha of the lake' }),
  },
  {
    name: 'payment',
    role: 'reader',
    call: planCalls.declare,
    async open() {
      vi.stubGlobal('confirm', () => true);
      answer(
        planCalls.link,
        reply(planCalls.link, { plan: 'weekly', reference: 'R', amount_minor: 1000, upi_link: 'upi://pay' }),
      );
      open([at('/payment', paymentPage, offers)], '/payment?plan=weekly');
      await expect.element(page.getByText('₹10.00', { exact: true })).toBeVisible();
      await page.getByLabelText('UPI reference').fill('412345678901');
    },
    press: () => press('I Have Paid'),
    says: 'Your payment could not be recorded. Please try again.',
    never: 'Thank you.',
    async kept() {
      expect(here()).toBe('/payment?plan=weekly');
      await expect.element(page.getByLabelText('UPI reference')).toHaveValue('412345678901');
    },
  },
  {
    name: 'settings',
    role: 'admin',
    call: settingsCalls.change,
    async open() {
      const phone = {
        key: 'phone',
        label: 'Phone',
        hint: null,
        input: { kind: 'text' as const },
        value: '',
        default: '',
      };
      answer(settingsCalls.list, reply(settingsCalls.list, [{ title: 'The newspaper', settings: [phone] }]));
      open([at('/admin/settings', settingsPage)]);
      await fill({ Phone: '+91 22 5555 0100' });
    },
    press: () => press('Save settings'),
    says: 'The settings could not be saved.',
    never: 'Settings saved',
    kept: () => holds({ Phone: '+91 22 5555 0100' }),
  },
  {
    name: 'enquiry',
    call: enquiriesCalls.send,
    async open() {
      open([at('/enroll', enrollPage, { site: shell.site, adultAge: 18 })]);
      await fill(enquiry);
      const programmes = page.getByLabelText('Programme');
      await programmes.selectOptions(page.getByRole('option').nth(1));
      await page.getByRole('checkbox').click();
    },
    press: () => press('Send enquiry'),
    says: 'Something went wrong!',
    never: /thank you/i,
    async kept() {
      expect(here()).toBe('/enroll');
      await holds(enquiry);
    },
  },
  {
    name: 'grievance',
    call: grievancesCalls.send,
    async open() {
      const content = renderContent(staticPages.grievance, { title: 'Grievances', lead: '', sections: [] }, {});
      const officer = { officer: 'Ila Bose', officerEmail: 'officer@paper.test', phone: '', address: '' };
      open([at('/grievance', grievancePage, { content, description: '', disclosure: [], officer })]);
      await fill(grievance);
      await page.getByLabelText('What it is about').selectOptions('Something you published');
    },
    press: () => press('Send grievance'),
    says: 'Something went wrong!',
    never: /number is/,
    kept: () => holds(grievance),
  },
];

export function placeOf(name: string): Place {
  const place = places.find((place) => place.name === name);
  if (!place) throw new Error(`No place ${name}`);
  return place;
}

/** Opens a form as who uses it, and fills it in. */
export async function openFilled({ role, open }: Place): Promise<void> {
  if (role) logIn(role);
  await open();
}
