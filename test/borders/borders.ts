// Allowed imports between modules. ARCHITECTURE.md gives the reasons; this table is what the tests enforce.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const [, listed = ''] =
  /const slices[^=]*= \[([^\]]*)\]/.exec(readFileSync(join(root, 'src/site/slices.ts'), 'utf8')) ?? [];
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Slices in dependency order, as the site lists them: each may import those before it. */
export const slices: string[] = [
  ...(listed.match(/\w+/g) ?? []).map(kebab).filter((name) => name !== 'platform'),
  'site',
];

/** The rooms of a large slice, in the same order. */
export const rooms: Record<string, string[]> = {
  accounts: ['users', 'security-events', 'second-step', 'login', 'account', 'people'],
  news: [
    'schema',
    'entries',
    'categories',
    'topics',
    'authors',
    'media',
    'stories',
    'live',
    'cards',
    'feeds',
    'corrections',
    'front',
    'published',
    'sample',
  ],
  newsroom: ['text-editor', 'lists', 'story-form'],
  epaper: ['pages', 'layout', 'saved-editions', 'editions', 'clips', 'composing', 'reader'],
  submissions: ['submission', 'research', 'author', 'review'],
};

/** Folders below all slices. */
export const ground = ['platform', 'ui', 'client', 'calls', 'messages', 'rules', 'markdown'];
const anySlice = new RegExp(`^src/(${slices.join('|')})/`);

/** An import in one of our modules: `to` is one of our paths or a package name. */
export interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

interface Border {
  name: string;
  from: RegExp;
  notFrom?: RegExp;
  to: RegExp;
  notTo?: RegExp;
  /** Type imports are allowed: they are erased at build time. */
  typesMayPass?: boolean;
}

export const borders: Border[] = [
  {
    name: 'The ground serves every slice and knows none',
    from: new RegExp(`^src/(${ground.join('|')})/`),
    to: anySlice,
  },
  {
    name: 'The browser holds nothing of the server',
    from: /^src\/(ui|client|calls|rules)\/|\/web\/|\.(rules|contract)\.ts$/,
    to: /^(@?fastify|@hyzyla|@simplewebauthn\/server|drizzle-orm|flydrive|jose|nodemailer|pg|sharp|node:)/,
  },
  { name: 'The browser has no platform', from: /^src\/(ui|client|calls|rules)\//, to: /^src\/platform\// },
  {
    name: 'A contract is light',
    from: /\.contract\.ts$/,
    to: /./,
    notTo: /^zod$|^src\/calls\/|\.(contract|rules)\.ts$/,
  },
  {
    name: 'Rules decide and reach nothing',
    from: /\.rules\.ts$/,
    to: /\/(server|web)\/|^src\/(platform|client|ui)\/|^node:/,
  },
  { name: 'A page reaches services only', from: /\/web\//, to: /\/server\//, notTo: /\.service\.ts$/ },
  { name: 'Only a page has a loader', from: /\/web\//, notFrom: /-page\.tsx$/, to: /\/server\//, typesMayPass: true },
  {
    name: 'A page has no platform but its loader and errors',
    from: /\/web\//,
    to: /^src\/platform\//,
    notTo: /\/(errors|page-loader)\.ts$/,
  },
  { name: 'Routes call services', from: /\.routes\.ts$/, to: /\.(queries|tables)\.ts$/ },
  { name: 'Only queries know the tables', from: /\.service\.ts$/, to: /\.tables\.ts$/, typesMayPass: true },
  { name: 'Queries ask nobody', from: /\.queries\.ts$/, to: /\.(service|routes|jobs)\.ts$/ },
  { name: 'The server knows no page', from: /\/server\//, to: /\/web\// },
];

/** The newsroom works on what news shows, and the site puts all slices together. */
export const mayUseInside = (own: string, other: string): boolean =>
  own === 'site' || (own === 'newsroom' && other === 'news');

const sliceOf = (path: string) => anySlice.exec(path)?.[1];

/** Descriptions of the rules that an import violates; empty if it is allowed. */
export function violations({ from, to, typeOnly }: Import): string[] {
  const crossed = borders
    .filter(
      (border) =>
        border.from.test(from) && !border.notFrom?.test(from) && border.to.test(to) && !border.notTo?.test(to),
    )
    .filter(({ typesMayPass }) => !(typesMayPass && typeOnly))
    .map(({ name }) => name);
  const [own, other] = [sliceOf(from), sliceOf(to)];
  if (own && other && own !== other) {
    if (slices.indexOf(other) > slices.indexOf(own)) crossed.push(`${own} comes before ${other}`);
    if (!mayUseInside(own, other) && /\.(queries|routes)\.ts$|-page\.tsx$/.test(to))
      crossed.push('Another slice is seen from outside');
  }
  // `news.slice.ts` puts the rooms of news together.
  const inOrder = own && own === other && !from.endsWith('.slice.ts') ? rooms[own] : undefined;
  if (inOrder) {
    const [room, otherRoom] = [from, to].map((path) => path.split('/')[2] ?? '') as [string, string];
    if (inOrder.indexOf(otherRoom) > inOrder.indexOf(room)) crossed.push(`${own}/${room} comes before ${otherRoom}`);
  }
  return crossed.map((name) => `${name}: ${from} imports ${to}`);
}

/**
 * The first import cycle, or undefined. Type imports count too: modules that need each other's types cannot be read or
 * moved separately.
 */
export function findCycle(imports: Import[]): string[] | undefined {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (module: string): string[] | undefined => {
    if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
    if (done.has(module)) return undefined;
    path.push(module);
    for (const other of next.get(module) ?? []) {
      const cycle = visit(other);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(module);
    return undefined;
  };
  for (const module of next.keys()) {
    const cycle = visit(module);
    if (cycle) return cycle;
  }
  return undefined;
}
