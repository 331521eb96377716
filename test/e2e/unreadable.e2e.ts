// Unreadable answers and failed connections: the page never reports success, shows its own error message, and preserves
// what was typed.
import type { Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { places } from './sending-places.ts';

const portal = '<!doctype html><title>Log in to this network</title>';
const failures: Record<string, (route: Route) => Promise<void>> = {
  'a page of the network in its place': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: portal }),
  'half an answer': (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"message":"Done","us' }),
  'an answer of another shape': (route) => route.fulfill({ status: 200, json: 'Done' }),
  'an empty answer': (route) => route.fulfill({ status: 200, body: '' }),
  'another host': (route) => route.fulfill({ status: 302, headers: { location: 'http://portal.invalid/login' } }),
  'a broken connection': (route) => route.abort('connectionreset'),
};

for (const place of places)
  test(`${place.name}: an unreadable response is not a success, and preserves the fields`, async ({
    page,
    consoleErrors,
  }) => {
    await place.open(page);
    for (const [name, fail] of Object.entries(failures))
      await test.step(name, async () => {
        await page.route(place.call, fail);
        await place.press(page);
        await expect(page.locator('.Toastify').getByText(place.says, { exact: true }).last()).toBeVisible();
        await place.kept(page);
        await expect(page.getByText(place.never)).toBeHidden();
        await page.unroute(place.call, fail);
        // The next failure shows the same message.
        await page.locator('.Toastify').getByRole('button', { name: 'Close' }).last().click();
        await expect(page.locator('.Toastify').getByText(place.says, { exact: true })).toHaveCount(0);
      });
    consoleErrors.length = 0; // the browser logs the failures too
  });
