// How long the inspection of a PDF takes, and how much memory its process has at most: each that must be refused, and
// honest ones of some sizes.
//   node bench/pdfs.ts
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkerPool } from '../src/platform/workers/pool.ts';
import { badPdfs, rawPdf } from '../test/factories/pdfs.ts';

// As pdf-files.ts has them.
const terms = { priority: 'editor', share: 'bench', timeoutMs: 20_000, maxBytes: 1024 ** 3 } as const;

/** A page with a photograph of this number of bytes. */
function honestPdf(bytes: number): Buffer {
  const head = Buffer.from(`<< /Filter /DCTDecode /Length ${bytes} >>\nstream\n`);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 1191] /Thumb 4 0 R >>',
    Buffer.concat([head, randomBytes(bytes), Buffer.from('\nendstream')]),
  ]);
}

const files = [
  ...badPdfs.map(({ name, bytes }) => ({ name, bytes })),
  ...[10, 100, 250].map((size) => ({ name: `an honest PDF of ${size} MB`, bytes: () => honestPdf(size * 1024 ** 2) })),
];

const folder = await mkdtemp(join(tmpdir(), 'pdfs-bench-'));
const workers = openWorkerPool(join(import.meta.dirname, '..'));
const path = join(folder, 'edition.pdf');
process.stdout.write('| | answer | time | memory |\n| --- | --- | --- | --- |\n');
for (const { name, bytes } of files) {
  await writeFile(path, bytes());
  let peak = 0;
  const watch = setInterval(async () => {
    const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
    for (const id of children.trim().split(' ')) {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
    }
  }, 20);
  const start = performance.now();
  const answer = await workers.run('inspectPdf', { path, maxPages: 500 }, terms).then(
    (facts) => ('refusal' in facts ? facts.refusal : 'taken'),
    (error: Error) => error.message,
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  clearInterval(watch);
  process.stdout.write(`| ${name} | ${answer} | ${seconds} s | ${Math.round(peak / 1e6)} MB |\n`);
}
await workers.close();
await rm(folder, { recursive: true });
