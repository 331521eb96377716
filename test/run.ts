// All checks, as `npm test` and CI run them. Steps of a group run in parallel; a step that measures time or memory runs
// alone.
import { chromium } from '@playwright/test';
import { ensureBuild } from '#src/build.ts';
import { findBrowser } from './setup/browser.ts';
import { bin, group, lint, printTimes, root, types, vitest } from './steps.ts';

const build = ensureBuild(root, { warningsFail: true });
build.catch(() => undefined); // reported by the step that awaits it
await group(
  lint,
  types,
  { name: 'Unit and API', commands: [vitest('unit*', 'api*')] },
  {
    name: 'Start, stop, crash and faults; pages as built',
    before: () => build,
    commands: [vitest('process'), vitest('faults'), vitest('pages')],
  },
);
await group({ name: 'Attacks', commands: [vitest('attack*')] });
const browser = await findBrowser(chromium.executablePath());
await group({ name: 'Browser', commands: [[bin('playwright'), 'test', ...process.argv.slice(2)]], env: browser });
printTimes();
