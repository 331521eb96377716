// The tests of the product: `npm test` runs its core, `npm run test:rest` all that the core leaves out, `npm run
// test:all` both. Steps of a group run in parallel; a step that measures time or memory runs alone.
import { ensureBuild } from '#src/site/build.ts';
import { bin, group, lint, printTimes, root, shownFiles, types, vitest } from './steps.ts';

const [part = 'core'] = process.argv.slice(2);
const core = '@core'; // the tag of one journey for each thing that people do here

const build = ensureBuild(root, { warningsFail: true });
build.catch(() => undefined); // reported by the step that awaits it
const before = () => build;

const journeys = (name: string, ...filter: string[]) =>
  group({ name, commands: [[bin('playwright'), 'test', ...filter]], before });

if (part === 'core' || part === 'all') {
  await group(
    lint,
    types,
    { name: 'Unit and API', commands: [vitest('unit*', 'api*')] },
    { name: 'Components in a browser', commands: [vitest('components')] },
    { name: 'Pages as built and quick attacks', before, commands: [vitest('pages', 'attack quick')] },
  );
  await journeys('Journeys', '--grep', core);
}
if (part === 'rest' || part === 'all') {
  await group(
    { name: 'Start, stop, crash and faults', before, commands: [vitest('process', 'faults')] },
    { name: 'Slow tests of the API and pages, other attacks', before, commands: [vitest('slow', 'attack')] },
  );
  await group({ name: 'Attacks on time and memory', commands: [vitest('attack alone')] });
  await journeys('Other journeys', '--grep-invert', core);
}
printTimes(shownFiles);
