import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as auditPage from '#src/accounts/security-events/web/audit-page.tsx';
import { securityCalls } from '#src/accounts/users/security.contract.ts';
import { usersCalls } from '#src/accounts/users/users.contract.ts';
import { LedgerClaim, ledgerCalls } from '#src/plans/plans.contract.ts';
import * as paymentsPage from '#src/plans/web/payments-page.tsx';
import { answer, reply, sentBy } from './network.ts';
import { at, here, logIn, open } from './open-page.tsx';
import { smallestOf } from './smallest.ts';

const main = page.getByRole('main');

const { href } = location;
/** The router of these tests has its URL in memory, but a change of the query begins with that of the window. */
const showUrl = () => history.replaceState(null, '', here());
afterEach(() => history.replaceState(null, '', href));

/** The query of the last call for the list. */
const asked = (call: typeof ledgerCalls.list | typeof usersCalls.auditLog | typeof securityCalls.all) =>
  new URL(sentBy(call).at(-1)?.url ?? '', location.href).search;

test('a list is filtered by its URL, shows older rows, and begins again with another filter', async () => {
  logIn('editor');
  const claims = [9, 8].map((id) => ({ ...smallestOf(LedgerClaim), id, name: `Payer ${id}` }));
  answer(ledgerCalls.list, reply(ledgerCalls.list, { claims, more: true }));
  open([at('/admin/payments', paymentsPage)], '/admin/payments?search=rao&state=paid');
  await expect.element(main.getByText('Payer 8')).toBeVisible();
  expect(asked(ledgerCalls.list)).toBe('?search=rao'); // there is no such state
  await expect.element(main.getByLabelText('Search name, e-mail, reference or UTR')).toHaveValue('rao');

  showUrl();
  await main.getByLabelText('State', { exact: true }).selectOptions('confirmed');
  await expect.poll(() => asked(ledgerCalls.list)).toBe('?state=confirmed&search=rao');
  expect(here()).toBe('/admin/payments?search=rao&state=confirmed');

  await main.getByRole('button', { name: 'Older payments' }).click();
  await expect.poll(() => asked(ledgerCalls.list)).toBe('?state=confirmed&search=rao&before=8');
  expect(here()).toBe('/admin/payments?search=rao&state=confirmed');

  showUrl();
  await main.getByLabelText('Search name, e-mail, reference or UTR').fill('');
  await expect.poll(() => asked(ledgerCalls.list)).toBe('?state=confirmed');
  expect(here()).toBe('/admin/payments?state=confirmed');
});

test('days are a filter of the audit log only', async () => {
  logIn('admin');
  open([at('/admin/audit', auditPage)], '/admin/audit?from=2026-11-01');
  await expect.poll(() => asked(usersCalls.auditLog)).toBe('?from=2026-11-01');
  showUrl();
  await main.getByLabelText('Log', { exact: true }).selectOptions('security');
  await expect.poll(() => sentBy(securityCalls.all).length).toBeGreaterThan(0);
  expect(asked(securityCalls.all)).toBe('');
  expect(here()).toBe('/admin/audit?from=2026-11-01&view=security');
  await expect.element(main.getByRole('button', { name: 'Older entries' })).not.toBeInTheDocument();
});
