// How many bytes, and how long, until the first page of an edition is shown on a phone with a slow line (400 kbit/s,
// 300 ms), until the second one is shown after it, and how much memory a magnified page takes.
//   npm start        (in another shell)
//   node bench/reader.ts http://localhost:3000/e-paper/1 [a PDF to magnify]
// CHROMIUM_PATH names a browser; otherwise Playwright's own is used.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { tilesOf } from '../src/epaper/pages/pages.rules.ts';
import { openWorkerPool } from '../src/platform/workers/pool.ts';

const [address = 'http://localhost:3000/e-paper/1', pdf = ''] = process.argv.slice(2);
const out = (text: string) => process.stdout.write(`${text}\n`);
const path = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({
  ...(path && { executablePath: path }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

for (const [deviceScaleFactor, lowData] of [
  [2, false],
  [2, true],
  [3, false],
  [3, true],
] as const) {
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor };
  const page = await (await browser.newContext(phone)).newPage();
  if (lowData) await page.addInitScript(() => localStorage.setItem('reader-low-data', 'on'));
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const throughput = 400_000 / 8;
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  let bytes = 0;
  line.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const start = performance.now();
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
  await page.goto(address, { waitUntil: 'commit' });
  const sofar = () => `${seconds()} s, ${Math.round(bytes / 1024)} KB`;
  const stands = async (number: number) => {
    const picture = page.getByRole('img', { name: new RegExp(`^Page ${number} of`) });
    await picture.waitFor();
    while (!(await picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))) await sleep(20);
    const which = await picture.evaluate((img: HTMLImageElement) => img.currentSrc.split('/').at(-1)?.split('?')[0]);
    return `page ${number} (${which}) after ${sofar()}`;
  };
  const first = await stands(1);
  await page.waitForFunction(() => document.querySelector('link[rel="deferred"]') === null);
  await page.waitForLoadState('networkidle');
  const quiet = sofar();
  await page.getByRole('link', { name: 'Next page' }).click();
  const second = await stands(2);
  out(`${deviceScaleFactor}x ${lowData ? 'low data' : 'usual'}: ${first}; quiet after ${quiet}; turned: ${second}`);
  await page.context().close();
}
await browser.close();

if (pdf) {
  const workers = openWorkerPool(join(import.meta.dirname, '..'));
  const outDir = await mkdtemp(join(tmpdir(), 'reader-bench-'));
  const facts = await workers.run('inspectPdf', { path: pdf, maxPages: 500 }, { priority: 'editor', share: 'bench' });
  if ('refusal' in facts) throw new Error(facts.refusal);
  const { width, tiles } = tilesOf(facts.widthPt, facts.heightPt);
  let peak = 0;
  const watch = setInterval(async () => {
    const own = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
    for (const id of own.trim().split(' ')) {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
    }
  }, 20);
  const start = performance.now();
  let first = 0;
  await workers.run(
    'cutPdf',
    { path: pdf, outDir, page: 1, width, pieces: tiles },
    {
      priority: 'reader',
      share: 'bench',
      onProgress: () => {
        first ||= performance.now() - start;
      },
    },
  );
  clearInterval(watch);
  const ms = (time: number) => `${Math.round(time)} ms`;
  out(`magnified page: first of ${tiles.length} tiles after ${ms(first)}, all after ${ms(performance.now() - start)}`);
  out(`memory at the peak: ${Math.round(peak / 1e6)} MB`);
  await workers.close();
  await rm(outDir, { recursive: true });
}
