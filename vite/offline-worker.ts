import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** Builds the service worker, which caches pages for reading offline: one file, under a name that never changes. */
export const offlineWorker = (): Plugin => ({
  name: 'news-wing-offline-worker',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async closeBundle() {
    const { root, build: options, logLevel } = this.environment.config;
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: logLevel ?? 'warn',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        target: options.target,
        outDir: options.outDir,
        emptyOutDir: false,
        lib: {
          entry: join(root, 'src/shell/web/offline/offline-worker.ts'),
          formats: ['iife'],
          name: 'offline',
          fileName: () => 'service-worker.js',
        },
      },
    });
  },
});
