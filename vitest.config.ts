import { defineConfig } from 'vitest/config';
import { messages } from './other/vite-messages.ts';

// It listens in on a library, which has to be loaded for it alone.
const ownModules = 'src/accounts/server/guessing.api.test.ts';

export default defineConfig({
  plugins: [messages()],
  test: {
    maxWorkers: 2, // much of a test is waiting for PostgreSQL
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,db,other,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.api.test.ts', 'test/{process,pages}/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['{src,db,test}/**/*.api.test.ts'],
          exclude: [ownModules],
          isolate: false, // a file needs its own site and no more; to load all modules again takes as long as its tests
          globalSetup: './test/setup/postgres.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api alone',
          include: [ownModules],
          globalSetup: './test/setup/postgres.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['test/pages/*.test.ts'],
          globalSetup: './test/setup/postgres.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'attack',
          include: ['test/attack/*.attack.ts'],
          // These take minutes: `npm run test:attack` runs them, and so does THOROUGH=1 npm test.
          exclude: process.env.THOROUGH
            ? []
            : ['crowd', 'documents', 'files', 'fuzz'].map((name) => `test/attack/${name}.attack.ts`),
          globalSetup: './test/setup/postgres.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: { name: 'process', include: ['test/process/*.test.ts'], testTimeout: 120_000 },
      },
    ],
  },
});
