// Entry of the server's bundle: the site with its pages as they were built.

import { join } from 'node:path';
import * as build from 'virtual:react-router/server-build';
import type { ServerBuild } from 'react-router';
import { resetTwoStepOf } from './accounts/server/two-step.service.ts';
import { removeSampleEditions } from './epaper/server/sample-editions.service.ts';
import { removeSample } from './news/server/sample.service.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db.ts';
import { openFiles } from './platform/files.ts';
import { type Site, type SiteOptions, startSite } from './site.ts';

export const start = (options: Omit<SiteOptions, 'pages' | 'assets'>): Promise<Site> =>
  startSite({
    ...options,
    pages: {
      build: build as ServerBuild /* its typing leaves out exactOptionalPropertyTypes */,
      mode: 'production',
    },
    assets: join(options.root, 'build/client'),
  });

/** `npm run sample:remove`: takes the sample edition out of a database. Returns how many stories went. */
export async function removeSampleFrom(config: Config, databaseUrl: string): Promise<number> {
  const files = await openFiles(config);
  const database = openDatabase(databaseUrl, () => undefined);
  try {
    await removeSampleEditions(database, new Date());
    return await removeSample({ db: database.db, files });
  } finally {
    await database.close();
  }
}

/** `npm run two-step:reset -- E-MAIL`: takes an account's second step away. False when there is no such account. */
export async function resetTwoStepIn(databaseUrl: string, email: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, () => undefined);
  try {
    return await resetTwoStepOf(database.db, email, new Date());
  } finally {
    await database.close();
  }
}
