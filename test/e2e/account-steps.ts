import type { Page } from '@playwright/test';
import { expect, password } from './fixtures.ts';

/** The password that the owner of a mailbox sets. */
export const owners = 'the owner sets this';

export async function register(page: Page, email: string) {
  await sendRegistration(page, email);
  await expect(page.getByText('Registration successful!')).toBeVisible();
}

export async function sendRegistration(page: Page, email: string) {
  await page.goto('/register');
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Date of Birth').fill('1998-03-14');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('Create Password').fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
}

export async function logIn(page: Page, email: string, secret = password) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Login' }).click();
}

export async function setPassword(page: Page, secret = owners) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password');
  await page.getByLabel('New password').fill(secret);
  await page.getByLabel('Confirm Password').fill(secret);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL('/login');
}
