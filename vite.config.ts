import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { messages } from './other/vite-messages.ts';

export default defineConfig({
  plugins: [messages(), tailwindcss(), reactRouter()],
  clearScreen: false,
  build: { target: 'baseline-widely-available' },
  environments: {
    ssr: { build: { rollupOptions: { input: './src/server.ts' } } },
  },
});
