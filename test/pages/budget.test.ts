import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { addEdition } from '../factories/editions.ts';
import { createLiveStory, postEntry } from '../factories/live.ts';
import { createStory } from '../factories/stories.ts';
import { builtSiteForFile, read } from './site.ts';

// Maximum transfer sizes of a reader's page with Brotli, in bytes; React and React Router alone are 94,000.
// Of these about 1 kB counts reads, 1.2 kB follows, saves and stores, 0.7 kB is the app's, and 3 kB is what it costs that documents
// share parts of it: until these pages are documents themselves.
const mostScript = 117 * 1024;
// A document loads the first when it is idle, and the second when an island is pressed for the first time.
const mostIdleScript = 10 * 1024;
const mostPressedScript = 75 * 1024;
const mostDocument = 10 * 1024;
const mostStyle = 15 * 1024; // one file for all readers' pages: decision 072
const mostPage = 30 * 1024;

const site = builtSiteForFile();
const brotli = promisify(zlib.brotliCompress);
const client = join(import.meta.dirname, '../../build/client');
let story: { id: number };

beforeAll(async () => {
  const editor = await site.as('editor');
  for (let n = 0; n < 12; n += 1) story = await createStory(editor, { news_title: `Ferry number ${n} sails late` });
});

async function weigh(files: Iterable<string>) {
  const sizes = [...files].map(async (file) => (await brotli(await readFile(join(client, file)))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test.each(['/', '/news', '/news/:id', '/category/sports-news', '/e-paper', '/search?q=ferry'])(
  '%s stays within its size budget',
  async (path) => {
    const { html, status } = await read(site.visitor, path.replace(':id', String(story.id)));
    expect(status).toBe(200);
    // Preloaded or imported files only; the framework's route manifest lists more.
    const wanted = [...html.matchAll(/(?:href=|from |import |import\(|data-preload=)"(\/assets\/[^"#]+)#?"/g)].flatMap(
      ([, files = '']) => files.split(' '),
    );
    const named = (ending: string) => new Set(wanted.filter((file) => file.endsWith(ending)));
    const [scripts, styles] = [named('.js'), named('.css')];
    expect(scripts.size).toBeGreaterThan(3);
    expect(styles.size).toBe(1);
    expect(await weigh(scripts)).toBeLessThan(mostScript);
    expect(await weigh(styles)).toBeLessThan(mostStyle);
    expect((await brotli(html)).length).toBeLessThan(mostPage);
    // Readers load no editor code.
    expect([...scripts].filter((file) => /editor|arranged|composer|create-story/.test(file))).toEqual([]);
  },
);

test.each(['/college', '/about', '/research', '/corrections', '/offline', '/nothing/here'])(
  '%s is a document',
  async (path) => {
    const { html, status } = await read(site.visitor, path);
    expect(status).toBe(path === '/nothing/here' ? 404 : 200);
    expect(html).not.toMatch(/type="module"|rel="modulepreload"|__reactRouter/);
    const [, entry = ''] = /<script type="text\/plain" src="\/assets\/([^"]+)" data-preload=/.exec(html) ?? [];
    const idle = await loadedBy([entry, ...(await assetsOf('watch-offline'))]);
    expect(await weigh(idle)).toBeLessThan(mostIdleScript);
    const islands = [...html.matchAll(/data-island="[^"]*\/([\w-]+\.island)\.tsx"/g)].map(([, name = '']) => name);
    expect(islands.length).toBeGreaterThan(2);
    const needed = await Promise.all(['entry.islands', ...islands].map(assetsOf));
    const texts = (await assetsOf('shell')).map((file) => weigh([`assets/${file}`])); // one for each language
    const pressed = await weigh(new Set([...idle, ...(await loadedBy(needed.flat()))]));
    expect(pressed + Math.max(...(await Promise.all(texts)))).toBeLessThan(mostPressedScript);
    expect((await brotli(html)).length).toBeLessThan(mostDocument);
    const styles = new Set([...html.matchAll(/"\/(assets\/[^"]+\.css)"/g)].map(([, file = '']) => file));
    expect(styles.size).toBe(1);
    expect(await weigh(styles)).toBeLessThan(mostStyle);
  },
);

async function assetsOf(name: string) {
  const files = await readdir(join(client, 'assets'));
  const found = files.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
  expect(found, name).not.toEqual([]);
  return found;
}

/** These files, and what they import. */
async function loadedBy(files: string[]): Promise<Set<string>> {
  const all = new Set(files);
  // Iterating a set includes what is added meanwhile.
  for (const file of all) {
    const code = await readFile(join(client, 'assets', file), 'utf8');
    for (const [, next = ''] of code.matchAll(/(?:from|import) ?"\.\/([^"]+\.js)"/g)) all.add(next);
  }
  return new Set([...all].map((file) => `assets/${file}`));
}

// What a page of a live story loads beyond that of another: its script, its texts in the longest language, its style.
const mostLiveScript = 5 * 1024;
const mostLiveStyle = 1024;

test('a live story loads little more, and only then', async () => {
  const editor = await site.as('editor');
  const { html: plain } = await read(site.visitor, `/news/${story.id}`);
  const live = await createLiveStory(editor);
  await postEntry(editor, live);
  const { html } = await read(site.visitor, `/news/${live}`);
  const files = await readdir(join(client, 'assets'));
  // `live-page` is the newsroom's.
  const ofLive = (ending: string) => files.filter((file) => /^live-(?!page-)/.test(file) && file.endsWith(ending));
  const [style] = ofLive('.css');
  expect([plain.includes('/assets/live-'), html.includes(`/assets/${style}`)]).toEqual([false, true]);
  expect(await weigh([`assets/${style}`])).toBeLessThan(mostLiveStyle);
  const sizes = await Promise.all(ofLive('.js').map(async (file) => [file, await weigh([`assets/${file}`])] as const));
  const component = sizes.find(([file]) => file.startsWith('live-story'))?.[1] ?? mostLiveScript;
  const texts = Math.max(...sizes.flatMap(([file, size]) => (file.startsWith('live-story') ? [] : [size])));
  expect(component + texts).toBeLessThan(mostLiveScript);
  // The component imports nothing that other pages do not have.
  const script = await readFile(
    join(client, 'assets', sizes.find(([file]) => file.startsWith('live-story'))?.[0] ?? ''),
    'utf8',
  );
  const known = new Set([...plain.matchAll(/\/assets\/([^"# ]+\.js)/g)].map(([, file]) => file));
  const imported = [...script.matchAll(/from\s?"\.\/([^"]+)"/g)].map(([, file]) => file);
  expect(imported.filter((file) => !known.has(file))).toEqual([]);
});

const elementsOf = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([element]) => element);

test.each(['/login', '/payment', '/search?q=ferry'])(
  '%s loads its scripts after what it needs to render',
  async (path) => {
    const { html } = await read(site.visitor, path);
    const preloads = elementsOf(html, /<link[^>]* rel="modulepreload"[^>]*>/g);
    expect(preloads.length).toBeGreaterThan(3);
    for (const preload of preloads) expect(preload).toMatch(/ fetchpriority="low"/i);
    expect(elementsOf(html, /<script type="module" async="">/g)).toHaveLength(1);
    expect(html).not.toContain('data-preload');
  },
);

const editionPath = async () => `/e-paper/${await addEdition(await site.as('editor'), ['Night final'])}`;

test.each([
  ['/', true],
  ['/news', true],
  ['/news/:id', true],
  ['/category/sports-news', true],
  ['/e-paper', true],
  ['/hi/news', false],
  ['an edition', false],
])('%s starts its scripts after the first view (fonts at once: %s)', async (name, fontsAtOnce) => {
  const path = name === 'an edition' ? await editionPath() : name.replace(':id', String(story.id));
  const { html, status } = await read(site.visitor, path);
  expect(status).toBe(200);
  const preloads = [...html.matchAll(/<script type="text\/plain" data-preload="([^"]*)">/g)].map(
    ([, list = '']) => list,
  );
  expect(preloads).toHaveLength(1);
  expect(preloads[0]?.split(' ').length).toBeGreaterThan(3);
  expect(html).not.toMatch(/(?:rel="modulepreload"|type="module")/);
  expect(/<link[^>]* as="font"/.test(html)).toBe(fontsAtOnce);
});
