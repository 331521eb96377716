import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunks } from './other/vite-chunks.ts';
import { messages } from './other/vite-messages.ts';
import { offlineWorker } from './other/vite-worker.ts';

export default defineConfig({
  plugins: [messages(), tailwindcss(), reactRouter(), offlineWorker(), chunks()],
  clearScreen: false,
  build: {
    target: 'baseline-widely-available',
    modulePreload: false, // lists of what each import imports cost every page 400 bytes; few have more than is there
    cssCodeSplit: false, // a second file is one more round before the first paint, and all of it is 12 kB
  },
  environments: {
    ssr: { build: { rollupOptions: { input: './src/server.ts' } } },
  },
});
