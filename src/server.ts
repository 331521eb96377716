// Entry of the server bundle: the site with its built pages.

import { join } from 'node:path';
import * as build from 'virtual:react-router/server-build';
import type { ServerBuild } from 'react-router';
import { resetTwoStepByEmail } from './accounts/server/two-step.service.ts';
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
      build: build as ServerBuild /* its type ignores exactOptionalPropertyTypes */,
      mode: 'production',
    },
    assets: join(options.root, 'build/client'),
  });

/** `npm run sample:remove`: removes the sample content from a database. Returns the number of removed stories. */
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

/** `npm run two-step:reset -- E-MAIL`: resets an account's two-step login. False if there is no such account. */
export async function resetTwoStepIn(databaseUrl: string, email: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, () => undefined);
  try {
    return await resetTwoStepByEmail(database.db, email, new Date());
  } finally {
    await database.close();
  }
}
