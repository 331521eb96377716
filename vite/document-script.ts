import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const entry = 'src/entry.document.ts';
const virtual = 'virtual:document-script';

/** Builds the script of documents beside React Router's pages, and provides its address to the server: `virtual:document-script`. */
export const documentScript = (): Plugin => ({
  name: 'news-wing-document-script',
  // So that the dev server finds what they import before the first page.
  config: () => ({ optimizeDeps: { entries: [entry, 'src/entry.islands.tsx', 'src/entry.client.tsx'] } }),
  buildStart() {
    const { name, config } = this.environment;
    if (name === 'client' && config.command === 'build') this.emitFile({ type: 'chunk', id: join(config.root, entry) });
  },
  resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
  async load(id) {
    if (id !== `\0${virtual}`) return;
    const { command, root } = this.environment.config;
    if (command === 'serve') return `export const script = '/${entry}', islandFiles = []`;
    const manifest = await readFile(join(root, 'build/client/.vite/manifest.json'), 'utf8'); // the client is built first
    const chunks: Record<string, { file: string }> = JSON.parse(manifest);
    const files = Object.keys(chunks).filter((name) => /^src\/(?:entry\.islands|shell\/.*\.island)\.tsx$/.test(name));
    const address = (name: string) => {
      const chunk = chunks[name];
      if (!chunk) throw new Error(`The client has no ${name}`);
      return `/${chunk.file}`;
    };
    return `export const script = '${address(entry)}', islandFiles = ${JSON.stringify(files.map(address))}`;
  },
});
