// A form that uploads and one that makes a call, for the journeys of failing calls; test/components has all forms.
import type { Page } from '@playwright/test';
import { expect, password, waitForHydration } from './fixtures.ts';

interface Place {
  name: string;
  path: string;
  fields: Record<string, string>;
  button: string;
  /** URL pattern of the call that fails. */
  call: string;
  /** The error message, and the success message. */
  says: string;
  never: string;
}

const email = 'asha@readers.test';

const given: Place[] = [
  {
    name: 'registration',
    path: '/register',
    fields: {
      'Full Name': 'Asha Rao',
      'Date of Birth': '1998-03-14',
      Email: email,
      Mobile: '9876543210',
      'Create Password': password,
      'Confirm Password': password,
    },
    button: 'Register',
    call: '**/api/newswings_register',
    says: 'Something went wrong!',
    never: 'Registration successful!',
  },
  {
    name: 'login',
    path: '/login',
    fields: { Email: email, Password: password },
    button: 'Login',
    call: '**/api/newswings_login',
    says: 'Login failed. Please try again.',
    never: 'Login successful!',
  },
];

export const places = given.map((place) => ({
  ...place,
  async open(page: Page) {
    await page.goto(place.path);
    await waitForHydration(page);
    for (const [label, value] of Object.entries(place.fields))
      await page.getByLabel(label, { exact: true }).fill(value);
  },
  press: (page: Page) => page.getByRole('button', { name: place.button, exact: true }).click(),
  /** Checks that what was typed is still there. */
  async kept(page: Page) {
    for (const [label, value] of Object.entries(place.fields))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  },
}));

export function placeOf(name: string) {
  const place = places.find((place) => place.name === name);
  if (!place) throw new Error(`No place ${name}`);
  return place;
}
