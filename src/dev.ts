// Development server: the site as in production, with pages and server modules reloaded after each edit.
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { createServer as createVite, isRunnableDevEnvironment } from 'vite';
import { withSecretFiles } from '#src/platform/secrets/secret-files.ts';
import type * as SiteModule from '#src/site/site.ts';
import { readConfig } from './platform/config.ts';
import { startPostgres } from './platform/postgres/server.ts';

process.env.NODE_ENV = 'development';
const root = join(import.meta.dirname, '..');
const config = readConfig(withSecretFiles(process.env));
const postgres = config.databaseUrl ? undefined : await startPostgres(config.dataDir);
const databaseUrl = config.databaseUrl ?? (postgres?.url as string); // one of the two is there

const vite = await createVite({ root, server: { middlewareMode: true }, appType: 'custom' });
const environment = vite.environments.ssr;
if (!isRunnableDevEnvironment(environment)) throw new Error('Vite cannot run the server here');
const load = <T>(path: string) => environment.runner.import(path) as Promise<T>;

const start = async () => {
  const { startSite } = await load<typeof SiteModule>('/src/site/site.ts');
  return startSite({
    config,
    databaseUrl,
    root,
    pages: { build: () => load<ServerBuild>('virtual:react-router/server-build'), mode: 'development' },
    serverFactory: (handler) => createServer((req, res) => vite.middlewares(req, res, () => handler(req, res))),
  });
};

let site = await start();
console.log(`News Wing is at ${site.address}`);
if (site.firstAdmin?.password)
  console.log(`Newsroom login: ${site.firstAdmin.email}, password ${site.firstAdmin.password}`);

// Vite reloads pages by itself; a change of any other file restarts the site.
const sources = join(root, 'src');
const pagesOnly = /\/(ui|client|web)\//; // such as /news/published/web/story.tsx
let reload = Promise.resolve();
vite.watcher.on('change', (file) => {
  if (!file.startsWith(sources) || pagesOnly.test(file.slice(sources.length))) return;
  reload = reload.then(async () => {
    await site.close();
    site = await start().catch((error) => {
      vite.config.logger.error(error.stack);
      return site;
    });
  });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await site.close();
    await vite.close();
    await postgres?.stop();
    process.exit(0);
  });
