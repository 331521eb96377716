import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './test/setup/browser.ts';
import { launch } from './test/setup/launch.ts';
import { browserPages, messageImports } from './vite/browser-pages.ts';
import { messages } from './vite/messages.ts';

// It listens in on a library, which has to be loaded for it alone.
const ownModules = 'src/accounts/server/guessing.api.test.ts';

// Worker processes and the program's own are started a thousand times; Node takes a quarter less of the processor for it
// with what it compiled before.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled');

// They start processes, or look for hours at expressions: not part of `npm run check`.
const long = ['src/platform/workers/p*.test.ts', 'test/attack/expressions.test.ts'];

// They take minutes, or kill PostgreSQL: part of `npm run test:rest`.
const slowApi = ['src/epaper/server/page-fill', 'src/platform/postgres/restarts', 'test/api/archive'].map(
  (name) => `${name}.api.test.ts`,
);
const slowPages = ['test/pages/cache-truth.test.ts'];

const attackFiles = (names: string[]) => names.map((name) => `test/attack/${name}.attack.ts`);
/** These are about who may do what, and take seconds: part of `npm test`. */
const quick = ['identity', 'links', 'members', 'paid-text', 'sessions', 'shapes', 'tokens'];
/** These measure times or memory. */
const measuring = ['freeze', 'live', 'names', 'pictures', 'pipelining', 'workers'];
/** These too, and they take minutes: `npm run test:attack` runs them, and so does THOROUGH=1 npm test. */
const forMinutes = ['crowd', 'documents', 'files', 'fuzz'];

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

// Only for these tests: it may have to be fetched.
if (process.argv.some((word) => word.includes('components')) && !process.env.CHROMIUM_PATH) {
  const { chromium } = await import('@playwright/test');
  Object.assign(process.env, await findBrowser(chromium.executablePath()));
}

export default defineConfig({
  plugins: [messages()],
  test: {
    reporters: ['default', ...(process.env.TEST_TIMES ? ['./test/times-reporter.ts'] : [])],
    maxWorkers: 2, // much of a test is waiting for PostgreSQL
    // These find a test that hangs, on a machine that other work has made slow too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,db,scripts,test,vite}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.api.test.ts', 'test/{process,pages,faults,components}/**', ...long],
          isolate: false,
          setupFiles: './test/setup/console.ts',
        },
      },
      {
        extends: true,
        plugins: [browserPages(), messageImports(), tailwindcss()],
        optimizeDeps: { noDiscovery: true, include: browserPackages },
        test: {
          name: 'components',
          fileParallelism: false, // they share storage
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          include: ['test/components/*.test.ts'],
          setupFiles: ['./test/components/setup.ts', './test/setup/console.ts'],
          isolate: false,
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
      },
      {
        extends: true,
        test: { name: 'unit long', include: long, setupFiles: './test/setup/console.ts' },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['{src,db,test}/**/*.api.test.ts'],
          exclude: [ownModules, ...slowApi],
          isolate: false, // a file needs its own site and no more; to load all modules again takes as long as its tests
          globalSetup: './test/setup/postgres.ts',
          setupFiles: './test/setup/console.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'api alone',
          include: [ownModules],
          globalSetup: './test/setup/postgres.ts',
          setupFiles: './test/setup/console.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['test/pages/*.test.ts'],
          exclude: slowPages,
          isolate: false,
          globalSetup: ['./test/setup/build.ts', './test/setup/postgres.ts'],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [...slowApi, ...slowPages],
          globalSetup: ['./test/setup/build.ts', './test/setup/postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'attack quick',
          include: attackFiles(quick),
          fileParallelism: false, // as `pages`, with which it runs
          globalSetup: ['./test/setup/build.ts', './test/setup/postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'attack',
          include: ['test/attack/*.attack.ts'],
          exclude: attackFiles([...quick, ...measuring, ...forMinutes]),
          globalSetup: ['./test/setup/build.ts', './test/setup/postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'attack alone',
          include: attackFiles(process.env.THOROUGH ? [...measuring, ...forMinutes] : measuring),
          globalSetup: ['./test/setup/build.ts', './test/setup/postgres.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 }, // after the others
        },
      },
      {
        extends: true,
        test: { name: 'process', include: ['test/process/*.test.ts'], globalSetup: './test/setup/build.ts' },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: [`test/faults/${process.env.THOROUGH ? '*' : 'nodes'}.test.ts`],
          sequence: { groupOrder: 1 }, // after those of processes
          globalSetup: './test/setup/build.ts',
          fileParallelism: false,
          testTimeout: 1_800_000, // a hundred rounds take some ten minutes
        },
      },
    ],
  },
});
