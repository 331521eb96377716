// The process: configuration, build, database, site, and an orderly end.
import { join } from 'node:path';
import { ensureBuild } from './build.ts';
import { readConfig } from './platform/config.ts';
import { startPostgres } from './platform/postgres.ts';
import type * as Server from './server.ts';

process.env.NODE_ENV ??= 'production';
const root = join(import.meta.dirname, '..');

async function main() {
  const config = readConfig(process.env);
  await ensureBuild(root);
  const postgres = config.databaseUrl ? undefined : await startPostgres(config.dataDir);
  const bundle = join(root, 'build/server/index.js');
  const { start }: typeof Server = await import(bundle);
  const databaseUrl = config.databaseUrl ?? (postgres?.url as string); // one of the two is there
  const site = await start({ config, databaseUrl, root }).catch(async (error) => {
    await postgres?.stop();
    throw error;
  });

  console.log(`News Wing is at ${site.address}`);
  if (site.firstAdmin) {
    const { email, password } = site.firstAdmin;
    console.log(
      `Newsroom login at ${site.address}/admin: ${email}${password ? ` with the password ${password} (shown only this once)` : ''}`,
    );
  }

  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await site.close();
    await postgres?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  postgres?.died.then(() => {
    console.error(`PostgreSQL has ended; ${join(config.dataDir, 'postgres.log')} says why.`);
    process.exit(1);
  });
}

main().catch((error) => {
  console.error(sentence(error));
  process.exit(1);
});

// A person starts this program: causes that they can mend are one sentence, only the rest shows its stack.
function sentence(error: NodeJS.ErrnoException & { address?: string; port?: number }) {
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} at ${error.address} is taken by another program; choose another with PORT.`;
  if (error.code === 'EACCES' && error.port)
    return `Port ${error.port} may not be used by this user; choose one above 1023 with PORT.`;
  return error.code === undefined && error.cause === undefined ? error.message : error;
}
