import { glob, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { findCycle, ground, type Import, mayUseInside, rooms, slices, violations } from './borders.ts';

const root = join(import.meta.dirname, '../..');
/** The text of every file, by its path. */
const sources = new Map<string, string>();
let imports: Import[];
let modules: string[];

beforeAll(async () => {
  const found = await Array.fromAsync(glob('{src,db,test,scripts,bench,vite}/**/*.{ts,tsx}', { cwd: root }));
  await Promise.all(found.map(async (path) => sources.set(path, await readFile(join(root, path), 'utf8'))));
  modules = found.filter((path) => /^(?:src|db)\//.test(path) && !path.includes('.test.'));
  imports = modules.flatMap(importsOf);
});

const codeOf = (path: string) => sources.get(path) ?? '';

function importsOf(from: string): Import[] {
  const code = codeOf(from);
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

test('a table is written only by its own slice', () => {
  const written = modules.flatMap((path) => {
    const code = codeOf(path);
    const imported = [...code.matchAll(/^import \{([^}]*)\} from '#src\/([\w-]+)\/[\w/.-]+\.tables\.ts'/gm)];
    const [, own = ''] = path.split('/');
    const foreign = imported.filter(([, , slice = '']) => slice !== own && !mayUseInside(own, slice));
    const tables = foreign.flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
    return tables
      .filter((table) => new RegExp(`\\.(insert|update|delete)\\(${table}\\)`).test(code))
      .map((table) => ({ path, table }));
  });
  expect(written).toEqual([]);
});

test('every file in a server folder has a role suffix', () => {
  const roles = /\.(?:(?:service|queries|tables|routes|jobs|mail|thread)\.ts|template\.tsx?)$/;
  expect(modules.filter((path) => /^src\/[\w/-]+\/server\//.test(path) && !roles.test(path))).toEqual([]);
});

test('jobs are defined in *.jobs.ts only', () => {
  const others = modules.filter((path) => path.includes('/server/') && !path.endsWith('.jobs.ts'));
  expect(others.filter((path) => /: Job</.test(codeOf(path)))).toEqual([]);
});

test('an import of a file has its extension, as Node requires', () => {
  const imported = /^(?:import|export) [^']*'([.#][^']+)';|\bimport\('([.#][^']+)'\)/gm;
  const files = [...sources].flatMap(([path, code]) =>
    [...code.matchAll(imported)].map(([, named, dynamic]) => `${path}: ${named ?? dynamic}`),
  );
  expect(files.length).toBeGreaterThan(5000);
  expect(files.filter((line) => !/\.(?:tsx?|json|css|svg)(?:\?[\w&-]+)?$|\/\+types\//.test(line))).toEqual([]);
});

test('there are no unused modules', () => {
  const used = new Set(imports.map(({ to }) => to));
  const entries =
    /^src\/(main|dev|server|routes|root|entry\.\w+)\.tsx?$|-page\.tsx$|\.tables\.ts$|^src\/platform\/workers\/process\.ts$|\.thread\.ts$|-worker\.ts$|^db\/sample\//;
  expect(modules.filter((path) => !used.has(path) && !entries.test(path))).toEqual([]);
});

test('every folder is a slice that the site lists, or below all slices', () => {
  const folders = modules.flatMap((path) => /^src\/([^/]+)\//.exec(path)?.[1] ?? []);
  expect([...new Set(folders)].sort()).toEqual([...ground, ...slices].sort());
});

test('every folder of a slice with rooms is a room', () => {
  const [large, inThem] = [
    Object.keys(rooms),
    Object.entries(rooms).flatMap(([slice, names]) => names.map((name) => `src/${slice}/${name}`)),
  ];
  const found = modules
    .filter((path) => large.includes(path.split('/')[1] ?? '') && !path.endsWith('.slice.ts'))
    .map((path) => path.split('/').slice(0, 3).join('/'));
  expect([...new Set(found)].sort()).toEqual(inThem.sort());
});

test('a folder has at most 40 source files', () => {
  const folders = Map.groupBy(modules, posix.dirname);
  expect([...folders].filter(([, files]) => files.length > 40).map(([folder]) => folder)).toEqual([]);
});

test('no module is longer than 300 lines', () => {
  expect(modules.filter((path) => codeOf(path).split('\n').length > 300)).toEqual([]);
});

test.each([
  ['src/platform/database/db.ts', 'src/news/schema/server/stories.tables.ts'],
  ['src/client/api.ts', 'src/platform/database/db.ts'],
  ['src/news/stories/stories.contract.ts', 'drizzle-orm'],
  ['src/news/front/board.rules.ts', 'node:fs'],
  ['src/news/front/web/board-page.tsx', 'src/news/stories/server/stories.queries.ts'],
  ['src/news/front/web/board.tsx', 'src/news/published/server/reading.service.ts'],
  ['src/newsroom/lists/server/news.routes.ts', 'src/news/stories/server/stories.queries.ts'],
  ['src/news/stories/server/stories.service.ts', 'src/news/schema/server/stories.tables.ts'],
  ['src/accounts/account/server/profile.service.ts', 'src/news/stories/server/stories.service.ts'],
  ['src/news/stories/server/stories.service.ts', 'src/accounts/users/server/users.queries.ts'],
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
