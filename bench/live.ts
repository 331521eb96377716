// A live story that gets an entry each second, with readers who follow it by event streams, while others read pages.
//   node bench/live.ts                  200 followers, 300 cached pages, 10 s for each scenario
//   node bench/live.ts --followers 1000 --seconds 30
// The node with its PostgreSQL runs on the first core, what asks for pages and entries on the second.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../src/site/build.ts';
import { Client } from '../test/client.ts';
import { type EventStream, openEventStream } from '../test/event-stream.ts';
import { createLiveStory, postEntry } from '../test/factories/live.ts';
import { fill } from './fill.ts';
import { openFillPool } from './fill-pool.ts';
import { choosePages, read, warm } from './readers.ts';
import { chief, fromSomeReader, program, start } from './start.ts';
import { within } from './times.ts';

const { values } = parseArgs({
  options: {
    followers: { type: 'string', default: '200' },
    pages: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '10' },
  },
});
const [followers, pageCount, seconds] = [Number(values.followers), Number(values.pages), Number(values.seconds)];
const out = (text: string) => process.stdout.write(`${text}\n`);

/** Returns a function that is true once this number of seconds has passed. */
const after = (seconds: number) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end;
};

const residentMb = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

/** Posts an entry each second; returns how long it took from sending it to the last follower who got it, in ms. */
async function postEntries(editor: Client, story: number, streams: EventStream[], isOver: () => boolean) {
  const times: number[] = [];
  while (!isOver()) {
    const begun = performance.now();
    const expected = Math.max(0, ...streams.map(({ messages }) => messages.length)) + 1;
    await postEntry(editor, story, {
      text: `The count is ${times.length}. ${'A boat leaves the landing. '.repeat(20)}`,
    });
    await Promise.all(streams.map((stream) => stream.until(expected)));
    times.push(performance.now() - begun);
    await sleep(Math.max(0, 1000 - (performance.now() - begun)));
  }
  return times.sort((a, b) => a - b);
}

/** Requests pages one after the other on each of 16 connections: pages per second, and times. */
async function readPages(address: string, paths: readonly string[]) {
  const isOver = after(seconds);
  const times: number[] = [];
  const reader = async () => {
    while (!isOver()) {
      const begun = performance.now();
      const { status } = await read(address, paths[Math.floor(Math.random() * paths.length)] ?? '/');
      if (status !== 200) throw new Error(`a page is ${status}`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: 16 }, reader));
  times.sort((a, b) => a - b);
  return `${Math.round(times.length / seconds)} per second, median ${within(times, 0.5)}, 99 % ${within(times, 0.99)}`;
}

const root = join(import.meta.dirname, '..');
await ensureBuild(root);
const dataDir = await mkdtemp(join(tmpdir(), 'news-wing-live-'));
const site = await start(program, { DATA_DIR: dataDir, ...chief });
const pool = await openFillPool(dataDir);
try {
  const visitor = new Client(site.address);
  const editor = await visitor.login('/api/admin_login', chief.ADMIN_EMAIL, chief.ADMIN_PASSWORD);
  await fill(pool, pageCount * 2);
  const pages = await choosePages(pool, pageCount);
  const id = await createLiveStory(editor);
  await warm(site.address, pages.paths);

  const quiet = await readPages(site.address, pages.paths);
  const before = await residentMb(site.pid);
  const streams = await Promise.all(
    Array.from({ length: followers }, () =>
      openEventStream(`${site.address}/api/stories/${id}/live/events`, fromSomeReader()),
    ),
  );
  const refused = streams.filter(({ status }) => status !== 200).length;
  const alone: number[] = await postEntries(editor, id, streams, after(seconds));
  const connected = await residentMb(site.pid);
  let over = false;
  const posting = postEntries(editor, id, streams, () => over);
  const live = await readPages(site.address, pages.paths);
  over = true;
  const busy = await posting;
  out(`followers: ${followers - refused}, refused ${refused}`);
  out(`POST to the last of them: median ${within(alone, 0.5)}, longest ${within(alone, 1)}`);
  out(`the same while others read: median ${within(busy, 0.5)}, longest ${within(busy, 1)}`);
  out(`pages: quiet ${quiet}; with an entry each second ${live}`);
  out(`memory: ${before} MB before, ${connected} MB with the followers`);
  for (const stream of streams) stream.close();
} finally {
  await pool.end();
  await site.stop();
  await rm(dataDir, { recursive: true });
}
