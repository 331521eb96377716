// How long an edition's cover and pages take after the upload, and how the site answers meanwhile.
//   npm start        (in another shell, with ADMIN_EMAIL and ADMIN_PASSWORD set)
//   node bench/edition.ts http://localhost:3000 <process id of the site>
// with the same ADMIN_EMAIL and ADMIN_PASSWORD. Only against a site of your own: it leaves one edition behind.
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../test/client.ts';
import { pdfBytes } from '../test/factories/pdfs.ts';

const [address = 'http://localhost:3000', pid = ''] = process.argv.slice(2);
const { ADMIN_EMAIL = '', ADMIN_PASSWORD = '' } = process.env;
const pages = 20;
const out = (text: string) => process.stdout.write(`${text}\n`);

/** Resident bytes of a process and of all that it started. */
async function treeBytes(root: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) && (await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''));
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]));
  }
  const inTree = (id: number): boolean => id === root || (parents.has(id) && inTree(parents.get(id) ?? 0));
  let bytes = 0;
  for (const id of parents.keys()) {
    if (id === 0 || !inTree(id)) continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    bytes += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  }
  return bytes;
}

const words = 'Onion mandi opens at dawn and the ferry to Naubat Ghat runs late for the third day in a row. ';
const pdf = pdfBytes(
  Array.from({ length: pages }, (_, n) => `Page ${n + 1}. ${words.repeat(60)}`),
  { paper: 'a3' },
);
const admin = await new Client(address).login('/api/admin_login', ADMIN_EMAIL, ADMIN_PASSWORD);
const name = `Bench ${Date.now()}.pdf`;
const waits: number[] = [];
let peak = 0;
let over = false;
const load = (async () => {
  while (!over) {
    const start = performance.now();
    await (await fetch(`${address}/news`)).arrayBuffer();
    waits.push(performance.now() - start);
    if (pid) peak = Math.max(peak, await treeBytes(Number(pid)));
    await sleep(50);
  }
})();
const start = performance.now();
const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
const file = new File([new Uint8Array(pdf)], name, { type: 'application/pdf' });
const { body } = await admin.form('POST', '/api/upload-pdf', { pdf: file, category: 'weekly' });
out(`upload of ${pages} pages of A3, ${(pdf.length / 1e6).toFixed(1)} MB: ${seconds()} s`);
let cover = '';
for (;;) {
  const edition = (await admin.get('/api/editions')).body.find(({ id }: { id: number }) => id === body.data.id);
  if (!cover && edition.thumbnail_url) {
    cover = seconds();
    out(`cover: ${cover} s`);
  }
  if (edition.work === 'failed') throw new Error(edition.failure);
  if (edition.work === 'done') break;
  await sleep(50);
}
out(`all pages: ${seconds()} s`);
over = true;
await load;
waits.sort((a, b) => a - b);
const at = (part: number) => `${Math.round(waits[Math.floor((waits.length - 1) * part)] ?? 0)} ms`;
out(`/news meanwhile, ${waits.length} requests: median ${at(0.5)}, 95 % ${at(0.95)}, slowest ${at(1)}`);
if (pid) out(`memory at the peak, all processes: ${Math.round(peak / 1e6)} MB`);
