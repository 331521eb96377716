import { createHash } from 'node:crypto';
import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const workerFile = 'service-worker.js';

/**
 * Builds the service worker, which caches pages for reading offline: one file, under a name that never changes. It
 * names the release, so that browsers detect each as a new one, and pages detect the release: decision 172.
 */
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
          fileName: () => workerFile,
        },
      },
    });
    const assets = await readdir(join(options.outDir, 'assets')); // their names have a hash of their content
    const release = createHash('sha256').update(assets.sort().join()).digest('hex');
    await appendFile(join(options.outDir, workerFile), `// ${release}\n`);
  },
});
