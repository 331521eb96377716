// Checks to run before a commit: `npm run check`.
import { group, lint, printTimes, types, vitest } from './steps.ts';

await group(lint, types, { name: 'Unit', commands: [vitest('unit')] });
printTimes();
