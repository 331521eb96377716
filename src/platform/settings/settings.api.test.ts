import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type QueryResult } from 'pg';
import { expect, inject, test } from 'vitest';
import { siteForFile } from '#test/site-for-file.ts';
import { openSettings } from './settings.ts';
import { siteName } from './site-name.ts';

const site = siteForFile();

/** A pool whose results wait for the promises in `delays`, one each. */
class SlowPool extends Pool {
  readonly delays: Promise<void>[] = [];

  override async query(...args: unknown[]): Promise<QueryResult> {
    const delay = this.delays.shift();
    const result = await (super.query as (...args: unknown[]) => Promise<QueryResult>)(...args);
    await delay;
    return result;
  }
}

test('a read that finishes late does not overwrite newer settings', async () => {
  const { rows } = await site.db.execute<{ name: string }>('SELECT current_database() AS name');
  const pool = new SlowPool({ connectionString: inject('postgres').replace('DATABASE', rows[0]?.name ?? '') });
  try {
    const settings = await openSettings(drizzle({ client: pool }));
    await settings.set(site.db, siteName, 'The Older');
    const late = Promise.withResolvers<void>();
    const selected = new Promise((resolve) => pool.once('release', resolve));
    pool.delays.push(late.promise);
    const older = settings.read();
    await selected; // its rows are read, its result is delayed
    await settings.set(site.db, siteName, 'The Newer');
    await settings.read();
    expect(settings.get(siteName)).toBe('The Newer');
    late.resolve();
    await older;
    expect(settings.get(siteName)).toBe('The Newer');
  } finally {
    await pool.end();
  }
});
