// The database and the S3 server of the nodes are taken away while pages are read and written.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { serverPid } from '../process/program.ts';
import { measure, more } from './measure.ts';
import { openReplicatedDatabase } from './replicated.ts';
import { type FaultySite, openFaultySite } from './site.ts';

let site: FaultySite;
beforeAll(async () => {
  site = await openFaultySite();
});
afterAll(() => site.close());

test('an S3 server that is away', async () => {
  await measure(site, 'S3 away', async () => {
    await site.files.shut();
    await sleep(more(3000, 30_000));
    await site.files.open();
  });
});

test('kill -9 of PostgreSQL', async () => {
  await measure(site, 'kill -9 of PostgreSQL', async () => {
    for (let round = 0; round < more(1, 5); round++) {
      process.kill(await serverPid(join(site.folder, 'database')), 'SIGKILL');
      await site.settle();
    }
  });
});

test('a database without a free connection', async () => {
  await measure(site, 'connections exhausted', async () => {
    const taken: Client[] = [];
    const { rows } = await site.pool.query("SELECT current_setting('max_connections')::int AS max");
    // Takes connections while one is free, also those that the nodes release.
    const end = performance.now() + more(3000, 30_000);
    while (performance.now() < end) {
      const client = new Client({ connectionString: site.databaseUrl });
      client.on('error', () => undefined); // the server ends it; queries are not sent on it
      await client.connect().then(
        () => taken.push(client),
        () => sleep(50),
      );
      if (taken.length > rows[0].max) throw new Error('There are more connections than there may be.');
    }
    await Promise.all(taken.map((client) => client.end()));
  });
});

test('a primary that is lost, and a standby that is promoted', async () => {
  const database = await openReplicatedDatabase();
  const replicated = await openFaultySite({ database });
  try {
    await measure(replicated, 'primary lost, standby promoted', async () => {
      await database.failOver();
      await replicated.settle();
    });
  } finally {
    await replicated.close();
  }
});
