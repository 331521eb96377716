// How long it takes from pressing Publish until an anonymous reader of another node sees the story on the board.
//   node bench/publish.ts
// Two nodes on one database; the reader's board is in his node's cache each time. It takes a folder of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningPostgres } from '../src/platform/postgres/server.ts';
import { ensureBuild } from '../src/site/build.ts';
import { Client } from '../test/client.ts';
import { createStory } from '../test/factories/stories.ts';
import { chief, program, start } from './start.ts';
import { within } from './times.ts';

const turns = 50;
const out = (text: string) => process.stdout.write(`${text}\n`);

await ensureBuild(join(import.meta.dirname, '..'));
const folders = [await mkdtemp(join(tmpdir(), 'news-wing-bench-')), await mkdtemp(join(tmpdir(), 'news-wing-bench-'))];
const [first = '', second = ''] = folders;
const secrets = { AUTH_SECRET: 'a'.repeat(64), SEAL_KEY: 'b'.repeat(64) };
const newsroom = await start(program, { DATA_DIR: first, SAMPLE_CONTENT: 'on', ...chief, ...secrets }, '0,1');
const database = (await runningPostgres(first)) ?? '';
const other = await start(program, { DATA_DIR: second, DATABASE_URL: database, ...secrets }, '0,1');
const editor = await new Client(newsroom.address).login('/api/admin_login', chief.ADMIN_EMAIL, chief.ADMIN_PASSWORD);

const board = async () => {
  const answer = await fetch(`${other.address}/news`);
  return { state: answer.headers.get('x-cache'), html: await answer.text() };
};
const fromPress: number[] = [];
const fromAnswer: number[] = [];
for (let turn = 0; turn < turns; turn++) {
  while ((await board()).state !== 'hit') await sleep(5);
  const news_title = `Ferry number ${turn} has landed at the quay`;
  const pressed = performance.now();
  const answered = createStory(editor, { news_title }).then(() => performance.now());
  let seen = 0;
  while (!seen) if ((await board()).html.includes(news_title)) seen = performance.now();
  fromPress.push(seen - pressed);
  fromAnswer.push(Math.max(0, seen - (await answered)));
}
const print = (name: string, times: number[]) => {
  times.sort((a, b) => a - b);
  out(`${name}: median ${within(times, 0.5)}, slowest ${within(times, 1)}`);
};
print(`\nSeen on another node, ${turns} times, after the press`, fromPress);
print('and after the answer to the editor', fromAnswer);
await other.stop();
await newsroom.stop();
for (const folder of folders) await rm(folder, { recursive: true });
