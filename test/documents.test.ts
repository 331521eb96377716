// Files and commands that the documents name must exist.
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
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
  'docs/glossary.md',
];
const byDocument = await Promise.all(
  documents.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
);

test.for(byDocument)('$path names existing files only', ({ text }) => {
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|typ|sql|json|md))`/g)].map(([, name = '']) => name);
  const made = ['sbom.json', 'build/licences.md', '/api/openapi.json'];
  const missing = named.filter(
    (name) => !made.includes(name) && !files.some((file) => `/${file}`.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});

test.for(byDocument)('$path links to existing pages only', ({ path, text }) => {
  const named = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, name = '']) => posix.join(posix.dirname(path), name));
  expect(named.filter((name) => !files.includes(name))).toEqual([]);
});

test.for(byDocument)('$path names existing commands only', ({ text }) => {
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

test('the index of decisions links to every record once, superseded ones at its end; links between records exist', async () => {
  const folder = 'docs/decisions';
  const names = files.filter((file) => posix.dirname(file) === folder).map((file) => posix.basename(file));
  const records = names.filter((name) => /^\d{3}-[a-z\d-]+\.md$/.test(name));
  const texts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(root, folder, name), 'utf8')] as const)),
  );
  const linksOf = (text = '') => [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, link = '']) => link);

  const index = texts.get('README.md');
  expect(linksOf(index).sort()).toEqual(records.sort());
  expect(linksOf(index?.split('## Superseded')[1]).sort()).toEqual(
    records.filter((name) => /^.*\n\n[\d-]+ · superseded by /.test(texts.get(name) ?? '')),
  );
  const missing = names.flatMap((name) =>
    linksOf(texts.get(name)).filter((link) => !files.includes(posix.join(folder, link))),
  );
  expect(missing).toEqual([]);
});

/** Open rows of ASVS. May only decrease. */
const mostOpen = 6;

describe('the rows of OWASP ASVS in docs/security.md', () => {
  const text = byDocument.find(({ path }) => path === 'docs/security.md')?.text ?? '';
  // "| 10.1.1 to 10.7.3 (29) | OAuth | does not apply | none |"
  const rows = [...text.matchAll(/^\| (\d[\d.]+)(?: to [\d.]+ \((\d+)\))? \|[^|]*\| ([^|]+) \| (.*) \|$/gm)].map(
    ([, id = '', lines = '1', state = '', by = '']) => ({ id, lines: Number(lines), state, by }),
  );
  const of = (...states: string[]) => rows.filter(({ state }) => states.includes(state));
  const count = (state: string) => of(state).reduce((sum, { lines }) => sum + lines, 0);

  test('are counted correctly', () => {
    const sum = rows.reduce((all, { lines }) => all + lines, 0);
    expect(text).toContain(
      `Of ${sum} lines ${count('holds')} hold, ${count('documented')} are documented, ${count('operator')} are for the operator, ` +
        `${count('does not apply')} do not apply, ${count('**open**')} are open.`,
    );
    expect(sum).toBe(
      count('holds') + count('documented') + count('operator') + count('does not apply') + count('**open**'),
    );
  });

  test('that hold link to a test, as do those whose other part is the operator’s', () => {
    // [`links.attack.ts`](../test/attack/links.attack.ts); the test of links finds files that do not exist
    const linked = (by: string) => /\[`([\w-]+(?:\.\w+)*\.(?:test|attack|e2e)\.tsx?)`\]\(\.\.\/[\w./-]+\/\1\)/.test(by);
    expect(of('holds', 'operator').filter(({ by }) => !linked(by))).toEqual([]);
  });

  test('that are documented name a decision, a page, or a section of this one', () => {
    const names = ({ by }: { by: string }) => [
      ...[...by.matchAll(/\b(\d{3})\b/g)].map(([, number]) =>
        files.some((file) => file.startsWith(`docs/decisions/${number}-`)),
      ),
      ...[...by.matchAll(/"([A-Z][\w ]+)" above/g)].map(([, section]) =>
        new RegExp(`^## ${section}|\\*\\*${section}\\.`, 'm').test(text),
      ),
      ...[...by.matchAll(/\]\(([\w./-]+)\)/g)].map(([, page = '']) => files.includes(posix.join('docs', page))),
      ...(by.includes('`/api/openapi.json`') ? [true] : []),
    ];
    expect(of('documented').filter((row) => names(row).length === 0 || names(row).includes(false))).toEqual([]);
  });

  test('are open in few cases', () => {
    expect(count('**open**')).toBeLessThanOrEqual(mostOpen);
  });
});
