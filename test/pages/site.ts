import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { Client } from '../client.ts';
import type { Start, TestSite } from '../site.ts';
import { siteFrom } from '../site-hooks.ts';

const bundle = join(import.meta.dirname, '../../build/server/index.js');

/** Opens a site with its built pages for a test file, and closes it afterwards. */
export const builtSiteForFile = (env?: Record<string, string>): TestSite =>
  siteFrom(async () => {
    process.env.NODE_ENV = 'production'; // selects the React build that the pages load
    const { start }: { start: Start } = await import(/* @vite-ignore */ bundle);
    return start;
  }, env);

/** Opens a site with two nodes for a test file; `readers` has a client of each. */
export function twoNodesForFile() {
  const site = builtSiteForFile();
  const readers: Client[] = [];
  beforeAll(async () => {
    const second = await site.openNode();
    readers.push(new Client(second.address), site.visitor);
    return () => second.close();
  });
  return { site, readers };
}

/** A reader's response for a path: the page's text and its cache state. */
export async function read(reader: Client, path: string) {
  const { status, headers, body } = await reader.get(path);
  return { status, state: headers.get('x-cache'), html: new TextDecoder().decode(body) };
}
