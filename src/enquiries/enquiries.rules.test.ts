import { expect, test } from 'vitest';
import { checkEnquiry, type EnquiryForm } from './enquiries.rules.ts';

const form: EnquiryForm = {
  name: 'Ila Bose',
  email: 'ila@readers.test',
  mobile: '98765 43210',
  programme: 'journalism',
  consent: true,
};

test('a complete enquiry is valid', () => {
  expect(checkEnquiry(form)).toEqual({});
  expect(checkEnquiry({ ...form, mobile: '+971 50 123 4567' })).toEqual({});
});

test.each([
  ['name', ' ', 'errors.required'],
  ['name', 'Ila\nBose', 'errors.oneLine'],
  ['name', 'see evil.test', 'errors.noAddresses'],
  ['email', '', 'errors.required'],
  ['email', 'ila at home', 'accounts.emailInvalid'],
  ['email', 'Ila<ila@readers.test>', 'accounts.emailInvalid'],
  ['mobile', '', 'errors.required'],
  ['mobile', '12345', 'accounts.mobileInvalid'],
  ['programme', '', 'enquiries.programmeRequired'],
  ['programme', 'astrology', 'errors.invalidField'],
  ['consent', false, 'enquiries.consentRequired'],
])('%s as "%s" is an error', (field, value, key) => {
  expect(checkEnquiry({ ...form, [field]: value })).toEqual({ [field]: { key } });
});

test('an empty form has an error for every field', () => {
  const empty = { name: '', email: '', mobile: '', programme: '', consent: false };
  expect(Object.keys(checkEnquiry(empty))).toEqual(Object.keys(empty));
});
