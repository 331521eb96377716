import { defineConfig } from 'vitest/config';
import { messages } from './other/vite-messages.ts';

export default defineConfig({
  plugins: [messages()],
  test: {
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
        test: { name: 'process', include: ['test/process/*.test.ts'], testTimeout: 120_000, fileParallelism: false },
      },
    ],
  },
});
