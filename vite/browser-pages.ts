import { type Plugin, parseSync } from 'vite';

const serverOnly = /\/server\/|\/platform\/|\/page-context\.ts$/;

/** Removes from page modules what only the server runs, as React Router does in a build: the loader and its imports. */
export const browserPages = (): Plugin => ({
  name: 'news-wing-browser-pages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/(root|.*-page)\.tsx$/ },
    handler(code, id) {
      const { program } = parseSync(id, code);
      const isLoader = (start: number) => code.startsWith('export const loader', start);
      const removed = program.body.filter(
        ({ type, start, ...statement }) =>
          ('source' in statement && statement.source && serverOnly.test(statement.source.value)) || isLoader(start),
      );
      return removed.toReversed().reduce(
        // Lines stay where they are. Other pages export the loader again.
        (rest, { start, end }) =>
          rest.slice(0, start) +
          (isLoader(start) ? 'export const loader = undefined;' : '') +
          rest.slice(start, end).replaceAll(/[^\n]/g, '') +
          rest.slice(end),
        code,
      );
    },
  },
});

/** Vite does not look for imports in files whose names end in `.json`, so those of compiled messages are made URLs. */
export const messageImports = (): Plugin => ({
  name: 'news-wing-message-imports',
  apply: 'serve',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/src\/messages\/.*\.json$/ },
    handler: (code) => ({ code: code.replaceAll(/"(?=@messageformat\/)/g, '"/@id/'), map: null }),
  },
});
