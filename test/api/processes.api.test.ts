// A process for requests and one for jobs, as PROCESS sets them.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { startSite } from '#src/site/site.ts';
import { Client } from '../client.ts';
import { openTestSite } from '../site.ts';

test('what a web process is asked for is done by a worker, which answers supervisors alone', async () => {
  // The sites of tests have their database elsewhere; the setting must be there.
  const site = await openTestSite(startSite, inject('postgres'), {
    PROCESS: 'web',
    DATABASE_URL: 'postgres://elsewhere',
  });
  const waiting = async () => {
    const { rows } = await site.db.execute(
      sql`SELECT count(*)::int AS count FROM jobs.job WHERE name = 'accounts.mail-reset-link' AND state <> 'completed'`,
    );
    return rows[0]?.count;
  };
  try {
    const { email } = await site.createUser('reader');
    await site.visitor.json('POST', '/api/forgot_password', { email });
    await sleep(1000); // a worker would have been notified long before
    expect(await waiting()).toBe(1);

    const worker = await site.openNode({ PROCESS: 'worker' });
    try {
      await expect.poll(waiting).toBe(0);
      const supervisor = new Client(worker.address);
      expect((await supervisor.get('/healthz')).status).toBe(200);
      expect((await supervisor.get('/readyz')).body).toMatchObject({ status: 'ready' });
      expect((await supervisor.get('/api/categories')).status).toBe(404);
      expect((await supervisor.get('/')).status).toBe(404);
    } finally {
      await worker.close();
    }
  } finally {
    await site.close();
  }
});
