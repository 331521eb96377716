// Everything that must hold, in the order in which a fault is cheapest to find. `npm test` and CI run exactly this.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBuild } from '#src/build.ts';
import { findBrowser } from './setup/browser.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

async function step(name: string, command: string[], env: Record<string, string> = {}) {
  const [program = '', ...words] = command;
  console.log(`\n— ${name}`);
  const started = Date.now();
  const child = spawn(program, words, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  if (code !== 0) {
    console.error(`\n${name}: failed`);
    process.exit(1);
  }
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

await step('Format and lint', [bin('biome'), 'check', '.']);
await step('Types of the routes', [bin('react-router'), 'typegen']);
await step('Types', [bin('tsc')]);
await step('Unit and API', [bin('vitest'), 'run', '--project', 'unit', '--project', 'api*']);
await ensureBuild(root);
await step('Pages as built', [bin('vitest'), 'run', '--project', 'pages']);
await step('Attacks', [bin('vitest'), 'run', '--project', 'attack']);
await step('Start, stop and crash', [bin('vitest'), 'run', '--project', 'process']);
const browser = await findBrowser(chromium.executablePath());
await step('Browser', [bin('playwright'), 'test', ...process.argv.slice(2)], browser);
