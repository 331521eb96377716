import { join } from 'node:path';
import { chromium, defineConfig } from '@playwright/test';
import { findBrowser } from './test/setup/browser.ts';
import { launch } from './test/setup/launch.ts';

process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled'); // as vitest.config.ts
if (!process.env.CHROMIUM_PATH) Object.assign(process.env, await findBrowser(chromium.executablePath()));

const ci = Boolean(process.env.CI);
const viewer = /@viewer/;

/** These take a minute of both processors each, and look at much that others look at too: for THOROUGH=1. */
const forMinutes = ['markup', 'sample-fronts', 'sharp-pictures'].map((name) => `${name}.e2e.ts`);

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.e2e.ts',
  testIgnore: process.env.THOROUGH ? [] : forMinutes,
  // Node runs these as they are. Playwright would compile the server's bundle of 3 MB again in every worker process, and
  // slow down every stack trace by source maps.
  build: { external: ['**/build/**', '**/src/**', '**/db/**'] },
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: ci,
  // These find a journey that hangs, on a machine that other work has made slow too.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ...(process.env.TEST_TIMES ? [['./test/times-reporter.ts'] as const] : [])],
  globalSetup: './test/e2e/setup.ts',
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // The site starts one when a page is idle, which fetches and stores pages for reading offline: work for nothing but in
    // the journeys about it, which allow it.
    serviceWorkers: 'block',
    // Notes on every step cost a tenth of the time, and a failure says what stood on the page; TRACE=1 takes them.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'shell', grepInvert: viewer, use: { launchOptions: launch(process.env.CHROMIUM_SHELL_PATH) } },
    // The shell has no PDF viewer.
    { name: 'viewer', grep: viewer, use: { channel: 'chromium', launchOptions: launch() } },
  ],
});
