import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { messageImports } from './vite/browser-pages.ts';
import { chunks } from './vite/chunks.ts';
import { documentScript } from './vite/document-script.ts';
import { licences } from './vite/licences.ts';
import { messages } from './vite/messages.ts';
import { offlineWorker } from './vite/offline-worker.ts';

// How long each plugin takes depends on the machine, and warns on a slow one.
const checks = { bundlerTimings: false };

export default defineConfig({
  plugins: [
    messages(),
    messageImports(),
    tailwindcss(),
    reactRouter(),
    documentScript(),
    offlineWorker(),
    chunks(),
    licences(),
  ],
  clearScreen: false,
  build: {
    target: 'baseline-widely-available',
    modulePreload: false, // lists of what each import imports cost every page 400 bytes; few have more than is there
    cssCodeSplit: false, // a second file is one more round before the first paint, and all of it is 15 kB
    rolldownOptions: { checks },
  },
  environments: {
    ssr: {
      resolve: { noExternal: [/^drizzle-orm/, /^to-words/] }, // of these a start would load 250 files
      build: {
        rolldownOptions: {
          input: './src/site/server.ts',
          // The server loads all pages at once; what they import on demand is split for the browser alone.
          checks: { ...checks, ineffectiveDynamicImport: false },
        },
      },
    },
  },
});
