// The forms of visitors and readers.
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { profileCalls } from '#src/accounts/account/profile.contract.ts';
import * as profilePage from '#src/accounts/account/web/profile-page.tsx';
import * as registerPage from '#src/accounts/account/web/register-page.tsx';
import * as loginPage from '#src/accounts/login/web/login-page.tsx';
import { sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import { enquiriesCalls } from '#src/enquiries/enquiries.contract.ts';
import * as enrollPage from '#src/enquiries/web/enroll-page.tsx';
import { grievancesCalls } from '#src/grievances/grievances.contract.ts';
import { planCalls } from '#src/plans/plans.contract.ts';
import * as paymentPage from '#src/plans/web/payment-page.tsx';
import { renderContent } from '#src/static-pages/page-fields.rules.ts';
import { staticPages } from '#src/static-pages/static-pages.rules.ts';
import * as grievancePage from '#src/static-pages/web/grievance-page.tsx';
import * as publicationPage from '#src/submissions/review/web/publication-page.tsx';
import { articlesCalls } from '#src/submissions/submission/submissions.contract.ts';
import { consent, offers, policy } from './loaded.ts';
import { answer, reply } from './network.ts';
import { at, here, open, shell } from './open-page.tsx';
import { email, field, file, fill, holds, login, name, type Place, password, press } from './place.ts';

const registration = {
  'Full Name': name,
  'Date of Birth': '1998-03-14',
  Email: email,
  Mobile: '9876543210',
  'Create Password': password,
  'Confirm Password': password,
};
const enquiry = { Name: name, 'E-mail': email, Mobile: '+91 98765 43210' };
const grievance = { Name: name, 'E-mail': email, 'What happened': 'The photo shows my house with its number.' };

export const readerPlaces: Place[] = [
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
