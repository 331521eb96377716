// Files and commands that the documents name must exist.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const filesIn = async (folder: string) =>
  (await readdir(join(root, folder), { recursive: true })).map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
const files = [
  ...(await readdir(root)),
  ...(await Promise.all(['src', 'test', 'db', 'scripts', 'vite', 'docs', 'bench', 'deploy'].map(filesIn))).flat(),
];

// Decision records describe the state at their date.
const documents = [
  'README.md',
  'docs/roles.md',
  'docs/operating.md',
  'docs/scaling.md',
  'docs/reliability.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/security.md',
  'docs/page-cache.md',
  'docs/monitoring.md',
  'docs/settings.md',
];
const byDocument = await Promise.all(
  documents.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
);

test.for(byDocument)('$path names existing files only', ({ text }) => {
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|typ|sql|json|md))`/g)].map(([, name = '']) => name);
  const made = ['sbom.json', '/api/openapi.json'];
  const missing = named.filter(
    (name) => !made.includes(name) && !files.some((file) => `/${file}`.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});

test.for(byDocument)('$path links to existing pages only', ({ path, text }) => {
  const folder = path.includes('/') ? 'docs/' : '';
  const named = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, name = '']) => folder + name);
  expect(named.filter((name) => !files.includes(name))).toEqual([]);
});

test.for(byDocument)('$path names existing commands only', ({ text }) => {
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

test('docs/security.md states the correct row counts', () => {
  const text = byDocument.find(({ path }) => path === 'docs/security.md')?.text ?? '';
  const counts = { holds: 0, 'does not apply': 0, '**open**': 0 };
  // "| 10.1.1 to 10.7.3 (29) | OAuth | does not apply | none |"
  for (const [, lines, state] of text.matchAll(/^\| \d[\d.]+(?: to [\d.]+ \((\d+)\))? \|[^|]*\| ([^|]+) \|/gm))
    if (state && state in counts) counts[state as keyof typeof counts] += Number(lines ?? 1); // checked above
  const sum = counts.holds + counts['does not apply'] + counts['**open**'];
  expect(text).toContain(
    `Of ${sum} lines ${counts.holds} hold, ${counts['does not apply']} do not apply, ${counts['**open**']} are open`,
  );
});
