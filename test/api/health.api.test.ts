import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { siteForFile } from '../site-for-file.ts';

const site = siteForFile();
const ready = async () => {
  const { status, body } = await site.visitor.get('/readyz');
  return { code: status, ...body };
};

test('/readyz names the failed component, and recovers when it works again', async () => {
  const well = { code: 200, status: 'ready', database: 'ok', files: 'ok', jobs: 'ok' };
  expect(await ready()).toEqual(well);

  const folder = join(site.dataDir, 'files');
  await rename(folder, `${folder}.away`);
  await writeFile(folder, 'no folder');
  expect(await ready()).toEqual({ ...well, code: 503, status: 'not ready', files: 'failing' });
  await rm(folder);
  await rename(`${folder}.away`, folder);

  await site.db.execute(sql`ALTER SCHEMA jobs RENAME TO jobs_away`);
  expect(await ready()).toEqual({ ...well, code: 503, status: 'not ready', jobs: 'failing' });
  expect((await site.visitor.get('/healthz')).status).toBe(200);
  await site.db.execute(sql`ALTER SCHEMA jobs_away RENAME TO jobs`);
  expect(await ready()).toEqual(well);
});
