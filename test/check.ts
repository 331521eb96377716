// Checks to run before a commit: `npm run check`.
import { execFileSync } from 'node:child_process';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { group, lint, printTimes, root, type Step, types, vitest } from './steps.ts';

process.env.FEWER_RUNS = '1'; // of property tests

/** Modified when the last lint without errors began. */
const linted = join(root, '.cache/linted');
const begun = new Date();

const modified = (file: string) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Lints the files that have changed since the last lint, because no rule looks at more than one file. */
function changedFiles(): Step {
  const since = modified('.cache/linted');
  // ctime, as a moved file has its old mtime.
  const isNew = (file: string) => (statSync(join(root, file), { throwIfNoEntry: false })?.ctimeMs ?? 0) >= since - 1000;
  if (['biome.json', '.gitignore', 'node_modules/@biomejs/biome/package.json'].some(isNew)) return lint;
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const changed = files.toString().split('\0').filter(Boolean).filter(isNew);
  const [biome = []] = lint.commands;
  // Without a path Biome would check all files.
  const commands = changed.length ? [[...biome.slice(0, -1), '--no-errors-on-unmatched', ...changed]] : [];
  return { ...lint, commands };
}

/** Generates the types of routes only if their table has changed. */
function changedTypes(): Step {
  const made = modified('.react-router/types/+routes.ts');
  const isOld = ['src/routes.ts', 'react-router.config.ts', 'package-lock.json'].some((file) => modified(file) >= made);
  return isOld ? types : { ...types, commands: types.commands.slice(1) };
}

await group(changedFiles(), changedTypes(), { name: 'Unit', commands: [vitest('unit')] });
writeFileSync(linted, '');
utimesSync(linted, begun, begun);
printTimes();
