import { glob, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { findCycle, type Import, violations } from './borders.ts';

const root = join(import.meta.dirname, '../..');
let imports: Import[];
let modules: string[];

beforeAll(async () => {
  const found = await Array.fromAsync(glob('{src,db}/**/*.{ts,tsx}', { cwd: root }));
  modules = found.filter((path) => !path.includes('.test.'));
  imports = (await Promise.all(modules.map(importsOf))).flat();
});

async function importsOf(from: string): Promise<Import[]> {
  const code = await readFile(join(root, from), 'utf8');
  const { module, errors } = parseSync(from, code);
  expect(errors, from).toEqual([]);
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => ({
    to: code.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    typeOnly: false,
  }));
  const named = module.staticImports.map(({ moduleRequest, entries }) => ({
    to: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? { to: moduleRequest.value, typeOnly: isType } : [],
    ),
  );
  return [...named, ...dynamic, ...passedOn].map(({ to, typeOnly }) => ({ from, to: resolve(from, to), typeOnly }));
}

const resolve = (from: string, to: string) => {
  if (to.startsWith('#')) return to.slice(1);
  return to.startsWith('.') ? posix.join(posix.dirname(from), to) : to;
};

test('every import respects the module boundaries', () => {
  expect(imports.length).toBeGreaterThan(300);
  expect(imports.flatMap(violations)).toEqual([]);
});

test('there are no import cycles, type imports included', () => {
  expect(findCycle(imports)).toBeUndefined();
});

test('a table is written only by its own slice', async () => {
  const written = await Promise.all(
    modules.map(async (path) => {
      const code = await readFile(join(root, path), 'utf8');
      const foreign = [...code.matchAll(/^import \{([^}]*)\} from '#src\/[\w-]+\/server\/[\w.-]+\.tables\.ts'/gm)];
      const tables = foreign.flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
      return tables
        .filter((table) => new RegExp(`\\.(insert|update|delete)\\(${table}\\)`).test(code))
        .map((table) => ({ path, table }));
    }),
  );
  expect(written.flat()).toEqual([]);
});

test('every file in a server folder has a role suffix', () => {
  const roles = /\.(?:(?:service|queries|tables|routes|jobs|mail|thread)\.ts|template\.tsx?)$/;
  expect(modules.filter((path) => /^src\/[\w-]+\/server\//.test(path) && !roles.test(path))).toEqual([]);
});

test('jobs are defined in *.jobs.ts only', async () => {
  const others = modules.filter((path) => path.includes('/server/') && !path.endsWith('.jobs.ts'));
  const codes = await Promise.all(
    others.map(async (path) => ({ path, code: await readFile(join(root, path), 'utf8') })),
  );
  expect(codes.filter(({ code }) => /: Job</.test(code)).map(({ path }) => path)).toEqual([]);
});

test('an import of a file has its extension, as Node requires', async () => {
  const found = await Array.fromAsync(glob('{src,db,test,scripts,bench,vite}/**/*.{ts,tsx}', { cwd: root }));
  const without = await Promise.all(
    found.map(async (path) => {
      const code = await readFile(join(root, path), 'utf8');
      const files = [...code.matchAll(/^(?:import|export) [^']*'([.#][^']+)';|\bimport\('([.#][^']+)'\)/gm)];
      return files
        .map(([, named, dynamic]) => `${path}: ${named ?? dynamic}`)
        .filter((line) => !/\.(?:tsx?|json|css|svg)(?:\?[\w&-]+)?$|\/\+types\//.test(line));
    }),
  );
  expect(without.flat()).toEqual([]);
});

test('there are no unused modules', () => {
  const used = new Set(imports.map(({ to }) => to));
  const entries =
    /^src\/(main|dev|server|routes|root|entry\.\w+)\.tsx?$|-page\.tsx$|\.tables\.ts$|^src\/platform\/workers\/process\.ts$|\.thread\.ts$|-worker\.ts$|^db\/sample\//;
  expect(modules.filter((path) => !used.has(path) && !entries.test(path))).toEqual([]);
});

test('no module is longer than 300 lines', async () => {
  const lengths = await Promise.all(
    modules.map(async (path) => ({ path, lines: (await readFile(join(root, path), 'utf8')).split('\n').length })),
  );
  expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
});

test.each([
  ['src/platform/db.ts', 'src/news/server/stories.tables.ts'],
  ['src/client/api.ts', 'src/platform/db.ts'],
  ['src/news/stories.contract.ts', 'drizzle-orm'],
  ['src/news/board.rules.ts', 'node:fs'],
  ['src/news/web/board-page.tsx', 'src/news/server/stories.queries.ts'],
  ['src/news/web/board.tsx', 'src/news/server/reading.service.ts'],
  ['src/news/server/news.routes.ts', 'src/news/server/stories.queries.ts'],
  ['src/news/server/stories.service.ts', 'src/news/server/stories.tables.ts'],
  ['src/accounts/server/accounts.service.ts', 'src/news/server/stories.service.ts'],
  ['src/news/server/stories.service.ts', 'src/accounts/server/accounts.queries.ts'],
])('%s may not import %s', (from, to) => {
  expect(violations({ from, to, typeOnly: false })).not.toEqual([]);
});

test.each([false, true])('detects a cycle, even if one of its imports is type-only: %s', (typeOnly) => {
  const cycle = [
    { from: 'a', to: 'b', typeOnly: false },
    { from: 'b', to: 'c', typeOnly },
    { from: 'c', to: 'b', typeOnly: false },
  ];
  expect(findCycle(cycle)).toEqual(['b', 'c', 'b']);
});
