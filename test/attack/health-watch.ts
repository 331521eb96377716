// Polls /healthz from its own thread, so that the attacking code cannot delay it.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

let slowestMs = 0;
let over = false;
parentPort?.once('message', () => {
  over = true;
});
while (!over) {
  const begun = performance.now();
  await (await fetch(workerData)).bytes();
  slowestMs = Math.max(slowestMs, Math.round(performance.now() - begun));
  await sleep(10);
}
parentPort?.postMessage(slowestMs);
