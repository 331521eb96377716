import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type NameOf = Extract<Rolldown.CodeSplittingGroup['name'], (...given: never[]) => unknown>;
type Modules = Parameters<NameOf>[1];

const at = (path: string) => join(import.meta.dirname, '../src', path);
const page = (path: string) => at(`${path}?__react-router-build-client-route`);
const start = at('entry.client.tsx');
const everyPage = [start, page('root.tsx')];
const document = at('entry.document.ts');
/** What a document loads when it is idle. */
const idle = at('shell/web/offline/watch-offline.ts');
const islands = at('entry.islands.tsx');
/** The islands of the frame, and what hydrates them. */
const frameIslands = [
  islands,
  ...['account-corner', 'post-news-link', 'session-watch', 'toast-area'].map((name) =>
    at(`shell/web/${name}.island.tsx`),
  ),
];
const lists = [
  'news/front/web/board',
  'news/published/web/category',
  'news/published/web/sub-category',
  'readership/web/most-read',
].map((path) => page(`${path}-page.tsx`));
const story = [
  'news/published/web/story',
  'readership/web/counted-story',
  'letters/web/story-letters',
  'epaper/composing/web/printed-note',
].map((path) => page(`${path}-page.tsx`));
const search = [page('search/web/search-page.tsx')];
const library = [page('epaper/editions/web/library-page.tsx')];
const front = ['home/web/home', 'static-pages/web/college', 'static-pages/web/about'].map((path) =>
  page(`${path}-page.tsx`),
);

/** What these modules import, and what that imports; what is imported on demand does not count. */
function reached(entries: string[], modules: Modules): Set<string> {
  const missing = entries.filter((id) => !modules.getModuleInfo(id));
  if (missing.length) throw new Error(`The build has no such pages: ${missing.join(', ')}`);
  const found = new Set(entries);
  // Iterating a set includes what is added meanwhile.
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/**
 * Puts the scripts of a page into few files. By default, each set of pages that share a module gets a file of its own,
 * thirty for a page; over HTTP/1.1 that is five rounds on a slow line, and small files compress badly.
 */
export function chunks(): Plugin {
  type Holds = (id: string, modules: Modules) => boolean;
  const reachedBy = (entries: string[]): Holds => {
    let all: Set<string> | undefined;
    return (id, modules) => {
      all ??= reached(entries, modules);
      return all.has(id);
    };
  };
  const onDocument = reachedBy([document]);
  const onIdle = reachedBy([idle]);
  const onIslands = reachedBy(frameIslands);
  const onEvery = reachedBy(everyPage);
  const onLists = reachedBy(lists);
  const onStory = reachedBy(story);
  const onStories: Holds = (id, modules) => onLists(id, modules) || onStory(id, modules);
  const onSearch = reachedBy(search);
  const onLibrary = reachedBy(library);
  const onFront = reachedBy(front);
  // The entries have files of their own: the application's waits for texts, whose files would wait for the file that it is in.
  const entries = [start, document, idle, islands];
  const group = (name: string, holds: Holds) => ({
    debugName: name,
    name: ((id, modules) => (!entries.includes(id) && holds(id, modules) ? name : null)) satisfies NameOf,
  });
  return {
    name: 'news-wing-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        // Each takes what those before it have left.
        groups: [
          group('document', (id, modules) => onDocument(id, modules) || (onIdle(id, modules) && onEvery(id, modules))),
          group('idle', onIdle),
          group('react', (id, modules) => id.includes('/node_modules/') && onIslands(id, modules)),
          group('islands', onIslands),
          group('libraries', (id, modules) => id.includes('/node_modules/') && onEvery(id, modules)),
          // What the story's editor is made of, beside the editor itself, and the check of passwords: two files each, of
          // at most half a megabyte.
          group('prosemirror', (id) => /\/node_modules\/(?:@tiptap\/|prosemirror-(?!markdown))/.test(id)),
          group('password-words', (id) => id.includes('/@zxcvbn-ts/language-en/')),
          group('frame', (id, modules) => onEvery(id, modules) || (onStories(id, modules) && onLibrary(id, modules))),
          group('shared', (id, modules) => onStories(id, modules) && onFront(id, modules)),
          group('stories', (id, modules) => onLists(id, modules) && onStory(id, modules)),
          group('listed', (id, modules) => onLists(id, modules) && onSearch(id, modules)),
          group('lists', onLists),
          group('story', onStory),
        ],
      },
    }),
  };
}
