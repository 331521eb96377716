import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { messages } from './vite/messages.ts';

// It listens in on a library, which has to be loaded for it alone.
const ownModules = 'src/accounts/login/server/guessing.api.test.ts';

// Worker processes and the program's own are started a thousand times; Node takes a quarter less of the processor for it
// with what it compiled before.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled');

// They start processes, wait for servers that hang, load the server or compute for seconds: not part of `npm run check`.
const long = [
  'db/sample/edition.test.ts',
  'scripts/limits.test.ts',
  'src/epaper/layout/{layout,page-plan}.rules.test.ts',
  'src/health/server/site-request.service.test.ts',
  'src/markdown/story-tables-time.test.ts',
  'src/platform/http/body-timeouts.test.ts',
  'src/platform/*/{hostile-*,translate,virus-check}.test.ts',
  'src/platform/workers/{pool,pdf/pdf}.test.ts',
  'test/attack/expressions.test.ts',
];

// They take minutes, or kill PostgreSQL: part of `npm run test:rest`.
const slowApi = ['src/epaper/composing/server/page-fill', 'src/platform/postgres/restarts', 'test/api/archive'].map(
  (name) => `${name}.api.test.ts`,
);
const slowPages = ['test/pages/cache-truth.test.ts'];

const attackFiles = (names: string[]) => names.map((name) => `test/attack/${name}.attack.ts`);
/** These are about who may do what, and take seconds: part of `npm test`. */
const quick = ['identity', 'links', 'members', 'paid-text', 'sessions', 'shapes', 'tokens'];
/** These measure times or memory. */
const measuring = ['freeze', 'live', 'names', 'pictures', 'pipelining', 'workers'];
/** These too, and they take minutes: `npm run test:attack` runs them, and so does THOROUGH=1 npm run test:rest. */
const forMinutes = ['crowd', 'documents', 'files', 'fuzz'];

// Only for these tests: it loads what they are built with, and may have to fetch a browser.
const components = process.argv.some((word) => word.includes('components'))
  ? [(await import('./test/components/project.ts')).components]
  : [];

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
      ...components,
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,db,scripts,test,vite}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.api.test.ts', 'test/{process,pages,faults,components}/**', ...long],
          isolate: false,
          pool: 'threads', // start sooner than processes, and hand over modules and results without a pipe
          setupFiles: './test/setup/console.ts',
        },
      },
      {
        extends: true,
        test: { name: 'unit long', include: long, isolate: false, setupFiles: './test/setup/console.ts' },
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
        test: {
          name: 'process',
          include: ['test/process/*.test.ts'],
          globalSetup: ['./test/setup/build.ts', './test/setup/started-folder.ts'],
        },
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
