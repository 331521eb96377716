// The Vitest project of these tests, for vitest.config.ts.
import { chromium } from '@playwright/test';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { browserPages, messageImports } from '../../vite/browser-pages.ts';
import { findBrowser } from '../setup/browser.ts';
import { launch } from '../setup/launch.ts';

/** Packages of the pages that Vite bundles before the first test: found during one, they would load its page again. */
const browserPackages = [
  ...['react', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'react-router', 'react-hook-form'],
  ...['react-toastify', '@tanstack/react-query', 'zod', 'zustand', 'zustand/middleware', 'diff', 'bowser'],
  ...['@messageformat/runtime', '@messageformat/runtime/lib/cardinals', '@messageformat/runtime/lib/formatters'],
  ...['element/adapter', 'combine'].map((part) => `@atlaskit/pragmatic-drag-and-drop/${part}`),
  ...['@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge', '@simplewebauthn/browser', 'qrcode.react'],
  ...['core', 'react', 'starter-kit', 'extension-table'].map((part) => `@tiptap/${part}`),
  ...['model', 'state', 'history', 'view'].map((part) => `@tiptap/pm/${part}`),
  ...['prosemirror-markdown', 'markdown-it', 'axe-core'],
];

if (!process.env.CHROMIUM_PATH) Object.assign(process.env, await findBrowser(chromium.executablePath()));

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether THOROUGH=1 is set. */
    thorough: boolean;
  }
}

export const components: TestProjectInlineConfiguration = {
  extends: true,
  plugins: [browserPages(), messageImports(), tailwindcss()],
  optimizeDeps: { noDiscovery: true, include: browserPackages },
  test: {
    name: 'components',
    provide: { thorough: Boolean(process.env.THOROUGH) },
    fileParallelism: false, // they share storage
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    include: ['test/components/*.test.ts'],
    setupFiles: ['./test/components/setup.ts', './test/setup/console.ts'],
    // Each file has a page of its own, so that none depends on what another has left.
    browser: {
      enabled: true,
      headless: true,
      locators: { exact: false }, // as in the journeys
      screenshotFailures: false,
      provider: playwright({
        launchOptions: launch(process.env.CHROMIUM_SHELL_PATH),
        contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata' },
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 900 },
    },
  },
};
