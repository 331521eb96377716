// Loaded into the attacked process: on SIGUSR2 it collects garbage and prints the remaining memory in MB.
import { setTimeout as sleep } from 'node:timers/promises';

process.on('SIGUSR2', async () => {
  for (let n = 0; n < 3; n++) {
    globalThis.gc?.();
    await sleep(100);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const megabytes = [rss, heapUsed, external].map((bytes) => Math.round(bytes / 1024 / 1024));
  process.stdout.write(`memory ${megabytes.join(' ')}\n`);
});
