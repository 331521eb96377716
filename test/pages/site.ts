import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { Start, TestSite } from '../site.ts';
import { siteFrom } from '../site-hooks.ts';

const bundle = join(import.meta.dirname, '../../build/server/index.js');

/** Opens a site with its pages as they were built for a test file, and closes it afterwards. */
export const builtSiteForFile = (env?: Record<string, string>): TestSite =>
  siteFrom(async () => {
    process.env.NODE_ENV = 'production'; // which React is loaded with the pages
    const { start }: { start: Start } = await import(/* @vite-ignore */ bundle);
    return start;
  }, env);

/** What a reader gets at an address: the page's text, and whether it was kept. */
export async function read(reader: Client, path: string) {
  const { status, headers, body } = await reader.get(path);
  return { status, state: headers.get('x-cache'), html: new TextDecoder().decode(body) };
}
