// Everything that readers and editors wait for, as tables.
//   npm run bench                                     with 1,000 and 100,000 stories
//   npm run bench -- 1000000                          with as many as are named
//   npm run bench -- 1000 http://localhost:2368/      beside a page of another system, which must run on this machine
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { peers, sizes } from './words.ts';

const parts = [
  ['pages.ts', ...sizes.map(String), ...peers],
  ...sizes.map((size) => ['search.ts', String(size)]),
  ['newsroom.ts'],
  ['publish.ts'],
  ['storm.ts'],
  ['live.ts'],
];
for (const [program = '', ...rest] of parts) {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...rest], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(1);
}
