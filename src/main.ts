// Entry point of the process: configuration, build, database, site and graceful shutdown.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printableError } from '#src/platform/log/log-errors.ts';
import { withSecretFiles } from '#src/platform/secrets/secret-files.ts';
import { compressLater, ensureUncompressedBuild } from '#src/site/build.ts';
import type * as Server from '#src/site/server.ts';
import type { CommandName } from './platform/backup/commands.ts';
import { type Config, readConfig } from './platform/config.ts';
import { startBeforeUpgrade } from './platform/postgres/before-upgrade.ts';
import { clusterPath } from './platform/postgres/cluster.ts';
import { AlreadyRunning } from './platform/postgres/owner-lock.ts';
import { runningPostgres, startPostgres } from './platform/postgres/server.ts';

process.env.NODE_ENV ??= 'production';
delete process.env.MALLOC_MMAP_THRESHOLD_; // already applied, and not meant for child processes: decision 75
// sysexits.h, for the mail server that pipes a bounce to us.
const tryAgainLater = 75;
const root = join(import.meta.dirname, '..');

/** Runs the site until SIGTERM or SIGINT. PostgreSQL starts, and the sample is drawn, while the site is being built. */
async function serve(config: Config) {
  const built = ensureUncompressedBuild(root);
  const samplePictures = needsSample(config) ? drawSample() : undefined;
  for (const early of [built, samplePictures]) early?.catch(() => undefined); // awaited later
  const postgres = config.databaseUrl ? undefined : await startOwnDatabase(config);
  const databaseUrl = config.databaseUrl ?? (postgres?.url as string); // one of the two is there
  // Loaded after PostgreSQL has started, because it takes this thread seconds, in which another start would find a server
  // without an owner.
  const site = await built
    .then(loadServer)
    .then(({ start }) => start({ config, databaseUrl, root, samplePictures }))
    .catch(async (error) => {
      await postgres?.stop();
      throw error;
    });

  let stopping = false;
  const shutDown = async (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    await site.close();
    await postgres?.stop();
    process.exit(exitCode);
  };
  // Before the address is printed: a process that waits for it may stop the site at once.
  process.on('SIGTERM', () => shutDown(0));
  process.on('SIGINT', () => shutDown(0));
  postgres?.failed.then(async (reason) => {
    console.error(reason);
    await shutDown(1).catch(() => process.exit(1)); // closing may fail without a database
  });

  console.log(
    config.process === 'worker'
      ? `The jobs run; health is at ${site.address}/healthz`
      : `News Wing is at ${site.address}`,
  );
  if (site.firstAdmin) {
    const { email, password } = site.firstAdmin;
    const once = password ? ` with the password ${password} (shown only this once). Change it within seven days.` : '';
    console.log(`Newsroom login at ${site.address}/admin: ${email}${once}`);
  }
  await compressLater(root);
}

// Whether the site will certainly load the sample; if only the database can answer this, its pictures are drawn later.
const needsSample = ({ sampleContent, databaseUrl, dataDir }: Config) =>
  sampleContent && !databaseUrl && !existsSync(clusterPath(dataDir));

const drawSample = async () => (await import('../db/sample/draw.ts')).drawPictures(join(root, 'db/sample/pictures'));

const startOwnDatabase = ({ dataDir }: Config) =>
  startBeforeUpgrade(dataDir, {
    migrations: join(root, 'db/migrations'),
    onRestart: logRestart,
    onCopied: (folder) => console.log(`The database as it was before this upgrade is in ${folder}.`),
  });

const logRestart = (reason: string) => console.error(`${reason} It is being restarted.`);

/** Calls `callback` with the database, and starts the embedded PostgreSQL for it if it is not running. */
async function withDatabase<T>(config: Config, callback: (databaseUrl: string) => Promise<T>): Promise<T> {
  const running = config.databaseUrl ?? (await runningPostgres(config.dataDir));
  const started = running ? undefined : await startPostgres(config.dataDir, { onRestart: logRestart });
  try {
    return await callback(running ?? (started?.url as string)); // one of the two is there
  } finally {
    await started?.stop();
  }
}

/** Removes the sample content. */
async function removeSample(config: Config, { removeSampleFrom }: typeof Server) {
  const count = await withDatabase(config, (databaseUrl) => removeSampleFrom(config, databaseUrl));
  console.log(count ? `${count} sample stories removed.` : 'There are no sample stories.');
}

/** Resets two-step login from the command line, for the last admin, who has no other admin to do it. */
async function resetTwoStep(config: Config, { resetTwoStepIn }: typeof Server) {
  const email = process.argv[3] ?? '';
  const found = await withDatabase(config, (databaseUrl) => resetTwoStepIn(databaseUrl, email));
  if (!found) throw new Error(`There is no account with the e-mail "${email}".`);
  console.log(`Two-step login of ${email} has been reset; all sessions have ended.`);
}

/** `npm run backup`, `restore` or `verify`: its name and arguments come from the command line. */
async function runBackupCommand(config: Config, server: typeof Server) {
  const [name, ...words] = process.argv.slice(2);
  const use = <T>(callback: (databaseUrl: string) => Promise<T>) => withDatabase(config, callback);
  const site = { config, root, withDatabase: use };
  process.exitCode = await server.runBackupCommand(name as CommandName, site, words); // dispatched by this name
}

/** `npm run doctor`. */
async function runDoctor(config: Config, server: typeof Server) {
  const use = <T>(callback: (databaseUrl: string) => Promise<T>) => withDatabase(config, callback);
  process.exitCode = await server.runDoctor({ config, withDatabase: use }, process.argv.slice(3));
  setTimeout(() => process.exit(), 1000).unref(); // a server that was given up may hold its connection open
}

/** `npm run bounce`. Starts no database: while the site does not run, the mail server tries again later. */
async function runBounce(config: Config, server: typeof Server) {
  const databaseUrl = config.databaseUrl ?? (await runningPostgres(config.dataDir));
  process.exitCode = await server.runBounce({ config, databaseUrl }, process.argv.slice(3));
}

async function main() {
  const config = readConfig(withSecretFiles(process.env));
  const commands: Record<string, (config: Config, server: typeof Server) => Promise<void>> = {
    'sample:remove': removeSample,
    'two-step:reset': resetTwoStep,
    backup: runBackupCommand,
    restore: runBackupCommand,
    verify: runBackupCommand,
    doctor: runDoctor,
    bounce: runBounce,
  };
  const command = commands[process.argv[2] ?? ''];
  if (!command) return serve(config);
  await ensureUncompressedBuild(root);
  await command(config, await loadServer());
}

const loadServer = (): Promise<typeof Server> => import(join(root, 'build/server/index.js'));

main().catch((error) => {
  console.error(describeError(error));
  process.exit(process.argv[2] === 'bounce' ? tryAgainLater : 1);
});

// Errors that the operator can fix are printed as one sentence, all others with their stack.
function describeError(error: NodeJS.ErrnoException & { address?: string; port?: number }) {
  const { code, address, port } = error;
  if (code === 'EADDRINUSE') return `Port ${port} at ${address} is taken by another program; choose another with PORT.`;
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user; choose one above 1023 with PORT.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database at DATABASE_URL cannot be reached (${error.message}).`;
  return error instanceof AlreadyRunning || (code === undefined && error.cause === undefined)
    ? error.message
    : printableError(error);
}
