// docs/addresses.md: the file of every page by its URL, made from src/routes.ts. `npm run addresses` writes it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../src/routes.ts';

const heading = `# Which folder has this address?

Written by \`npm run addresses\` from [src/routes.ts](../src/routes.ts); a test fails while it is out of date. \`:name\` is a parameter.
English has no prefix; the pages of the other languages are at \`/hi/news\`, \`/ta/news\` and so on. If two patterns match, the one with
fewer parameters wins. The files in the third column are rendered in the \`<Outlet>\` of the page.

A call of the API is a row of a \`<noun>.contract.ts\`. Search for its path: \`grep -rn "'/api/people" src --include='*.contract.ts'\`;
then for the name of its contract (\`usersCalls\`) in \`*.routes.ts\`, which names the service function. A running site documents all
calls at \`/api/docs\`. What is neither page nor call (feeds, sitemaps, the files of editions) is in the \`*.routes.ts\` of its slice or
in \`src/platform/http/\`; static files are in \`public/\`.
`;

const link = (file: string) => `[${file}](../src/${file})`;
const filesBelow = (children: RouteConfigEntry[] = []): string[] =>
  children.flatMap(({ file, children }) => [file, ...filesBelow(children)]);

/** The whole document. */
export function addressesDocument(): string {
  const rows = (routes as RouteConfigEntry[])
    .flatMap((route) => (route.path === undefined && !route.index && route.children) || [route])
    .map(({ path = '', file, children }) => ({
      url: path.replace(/^:lang\?/, '') || '/',
      files: [file, ...filesBelow(children)],
    }))
    .sort((a, b) => (a.url < b.url ? -1 : 1))
    .map(({ url, files: [page = '', ...below] }) => `| \`${url}\` | ${link(page)} | ${below.map(link).join(', ')} |`);
  return `${heading}\n${['| address | page | in its outlet |', '|---|---|---|', ...rows].join('\n')}\n`;
}

export const documentPath = join(import.meta.dirname, '../docs/addresses.md');

if (import.meta.main) await writeFile(documentPath, addressesDocument());
