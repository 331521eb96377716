// What the forms that send data have in common.
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type * as loginPage from '#src/accounts/login/web/login-page.tsx';
import type { Call } from '#src/calls/call.ts';
import type { Role } from '#src/rules/roles.rules.ts';
import { at, open } from './open-page.tsx';

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

export const field = (label: string) => page.getByLabelText(label, { exact: true });
export const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
export const file = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

export async function fill(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await field(label).fill(value);
}
export async function holds(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await expect.element(field(label)).toHaveValue(value);
}

export const name = 'Asha Rao';
export const email = 'asha@readers.test';
export const password = 'correct horse battery';
export const credentials = { Email: email, Password: password };

export const login = (name: string, path: string, loginForm: typeof loginPage, call: Call, inline: string): Place => ({
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
