import { defineConfig } from 'vitest/config';
import { messages } from './other/vite-messages.ts';

export default defineConfig({
  plugins: [messages()],
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{src,db,other}/**/*.test.{ts,tsx}'], exclude: ['**/*.api.test.ts'] },
      },
    ],
  },
});
