// Runs PostgreSQL for the data folder that is named, and starts it again when it has given up, as an init system does.
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '#src/platform/postgres/server.ts';

const [dataDir = ''] = process.argv.slice(2);
let stopping = false;
let stop: (() => Promise<void>) | undefined;
process.on('SIGTERM', async () => {
  stopping = true;
  await stop?.();
  process.exit(0);
});
while (!stopping) {
  try {
    const server = await startPostgres(dataDir);
    stop = server.stop;
    process.stdout.write(`${server.url}\n`);
    process.stderr.write(`${await server.failed}\n`);
    await server.stop();
  } catch (error) {
    process.stderr.write(`${error}\n`);
  }
  await sleep(1000);
}
