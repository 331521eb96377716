import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Waits until the service worker has cached a page; at its first start it caches `/offline` last. */
export const waitUntilCached = (page: Page, path: string) =>
  expect.poll(() => page.evaluate(async (it) => Boolean(await caches.match(it)), path)).toBe(true);
