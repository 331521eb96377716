// No response, a late one, no network: the page says so, preserves its content, and retries on request.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { profileCalls } from '#src/accounts/account/profile.contract.ts';
import { sessionCalls } from '#src/accounts/users/sessions.contract.ts';
import type { Call } from '#src/calls/call.ts';
import { readerListsCalls } from '#src/following/reader-lists.contract.ts';
import { storiesCalls } from '#src/news/stories/stories.contract.ts';
import { planCalls } from '#src/plans/plans.contract.ts';
import * as paymentPage from '#src/plans/web/payment-page.tsx';
import { settingsCalls } from '#src/settings/settings.contract.ts';
import * as publicationPage from '#src/submissions/review/web/publication-page.tsx';
import { submissionsCalls } from '#src/submissions/submission/submissions.contract.ts';
import { consent, offers } from './loaded.ts';
import { answer, broken, refusal, reply, sentBy, setOffline, silence } from './network.ts';
import { at, here, logIn, open, toasts } from './open-page.tsx';
import { openFilled, placeOf } from './places.ts';

const says = (sentence: string) => toasts.getByText(sentence, { exact: true });

test.for([
  ['login', 30],
  ['payment', 30],
  ['create news', 60],
  ['submission', 60],
  ['PDF upload', 60],
] as const)('%s: a call without a response for %i s shows a timeout error', async ([name, seconds]) => {
  const place = placeOf(name);
  await openFilled(place);
  answer(place.call, silence);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await place.press();
  await vi.waitUntil(() => sentBy(place.call).length > 0);
  vi.advanceTimersByTime((seconds - 10) * 1000);
  await expect.element(page.getByText(place.says)).not.toBeInTheDocument();
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await expect.element(says(place.says)).toBeVisible();
  await expect.element(toasts.getByText('The site did not answer in time.')).toBeVisible();
  await place.kept();
});

test.for(['registration', 'enquiry', 'update news', 'decision'])(
  '%s: an offline call shows an error at once',
  async (name) => {
    const place = placeOf(name);
    await openFilled(place);
    setOffline(true);
    await place.press();
    await expect.element(says(place.says)).toBeVisible();
    await expect.element(toasts.getByText('You are offline.')).toBeVisible();
    await place.kept();
  },
);

test.for<[string, string, Call]>([
  ['settings', 'Phone', settingsCalls.list],
  ['profile', 'Name', profileCalls.me],
  ['update news', 'Title', storiesCalls.get],
])('%s: what was typed stays when the data cannot be loaded again', async ([name, label, call]) => {
  await openFilled(placeOf(name));
  const field = page.getByLabelText(label, { exact: true });
  await field.fill('As typed');
  answer(call, refusal(404));
  const before = sentBy(call).length;
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true })); // the window gets the focus
  await vi.waitUntil(() => sentBy(call).length > before);
  await expect.element(field).toHaveValue('As typed');
});

test('only a 401 response from the site itself ends a session', async () => {
  logIn('reader');
  const foreign = () => new Response('Network login required', { status: 401 });
  const all = [profileCalls.me, submissionsCalls.own, sessionCalls.verifyToken, planCalls.own, readerListsCalls.get];
  for (const call of all) answer(call, foreign);
  open([at('/publication', publicationPage, consent)]);
  await expect.element(page.getByText('Your profile could not be loaded.')).toBeVisible();
  expect(here()).toBe('/publication');
  for (const call of all) answer(call, reply(call));
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(page.getByLabelText('Article type')).toBeVisible();
});

test('a payment link that fails to load is not reported as a missing plan', async () => {
  const alert = vi.fn();
  vi.stubGlobal('alert', alert);
  answer(planCalls.link, broken);
  open([at('/payment', paymentPage, offers)]);
  await page.getByRole('button', { name: 'I Have Paid' }).click();
  await page.getByRole('button', { name: /Weekly/ }).click();
  const failed = 'The payment link could not be loaded. Please try again.';
  await expect.element(page.getByText(failed)).toBeVisible();
  await page.getByRole('button', { name: 'I Have Paid' }).click();
  expect(alert.mock.calls).toEqual([['Please select a plan'], [failed]]);
  answer(planCalls.link, reply(planCalls.link, { plan: 'weekly', amount_minor: 1000 }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('₹10.00', { exact: true })).toBeVisible();
});
