// Entry of the server bundle: the site with its built pages.

import { join } from 'node:path';
import * as build from 'virtual:react-router/server-build';
import type { ServerBuild } from 'react-router';
import { resetTwoStepByEmail } from '#src/accounts/login/server/two-step.service.ts';
import { removeSampleEditions } from '#src/epaper/composing/server/sample-editions.service.ts';
import type { DoctorSite } from '#src/health/server/doctor.service.ts';
import { removeSample } from '#src/news/sample/server/sample.service.ts';
import type { BounceSite } from '#src/newsletters/server/bounces.service.ts';
import type { CommandName, CommandSite } from '#src/platform/backup/commands.ts';
import { withDeferredRemovals } from '#src/platform/backup/removals.ts';
import type { Config } from '#src/platform/config.ts';
import { openDatabase } from '#src/platform/database/db.ts';
import { openFiles } from '#src/platform/files/files.ts';
import { type Site, type SiteOptions, startSite } from './site.ts';
import { fileReferences, jobs } from './slices.ts';

export const start = (options: Omit<SiteOptions, 'pages' | 'assets'>): Promise<Site> =>
  startSite({
    ...options,
    pages: {
      build: build as ServerBuild /* its type ignores exactOptionalPropertyTypes */,
      mode: 'production',
    },
    assets: join(options.root, 'build/client'),
  });

/** `npm run sample:remove`: removes the sample content from a database. Returns the number of removed stories. */
export async function removeSampleFrom(config: Config, databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, () => undefined);
  try {
    const files = withDeferredRemovals(await openFiles(config), database.db, () => new Date());
    await removeSampleEditions(database, new Date());
    return await removeSample({ db: database.db, files });
  } finally {
    await database.close();
  }
}

/** `npm run two-step:reset -- E-MAIL`: resets an account's two-step login. False if there is no such account. */
export async function resetTwoStepIn(databaseUrl: string, email: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, () => undefined);
  try {
    return await resetTwoStepByEmail(database.db, email, new Date());
  } finally {
    await database.close();
  }
}

/** `npm run backup`, `restore` and `verify`, with their arguments. Returns the exit code. */
export async function runBackupCommand(
  name: CommandName,
  site: Pick<CommandSite, 'config' | 'root' | 'withDatabase'>,
  words: string[],
): Promise<number> {
  const { runCommand } = await import('#src/platform/backup/commands.ts'); // a site that starts does not need it
  return runCommand(name, { ...site, jobs, references: fileReferences }, words);
}

/** `npm run bounce -- ADDRESS`, with its arguments. Returns the exit code. */
export async function runBounce(site: BounceSite, words: string[]): Promise<number> {
  const { runBounce } = await import('#src/newsletters/server/bounces.service.ts');
  return runBounce(site, words);
}

/** `npm run doctor`, with its arguments. Returns the exit code. */
export async function runDoctor(site: DoctorSite, words: string[]): Promise<number> {
  const { runDoctor } = await import('#src/health/server/doctor.service.ts'); // a site that starts does not need it
  return runDoctor(site, words);
}
