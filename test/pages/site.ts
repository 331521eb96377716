import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Client } from '../client.ts';
import { openTestSite, type Start, type TestSite } from '../site.ts';

const bundle = join(import.meta.dirname, '../../build/server/index.js');

/** Opens a site with its pages as they were built for a test file, and closes it afterwards. */
export function builtSiteForFile(env?: Record<string, string>): TestSite {
  const site = {} as TestSite; // filled before the first test runs
  beforeAll(async () => {
    process.env.NODE_ENV = 'production'; // which React is loaded with the pages
    const { start }: { start: Start } = await import(/* @vite-ignore */ bundle);
    Object.assign(site, await openTestSite(start, inject('postgres'), env));
  });
  afterAll(() => site.close());
  return site;
}

/** What a reader gets at an address: the page's text, and whether it was kept. */
export async function read(reader: Client, path: string) {
  const { status, headers, body } = await reader.get(path);
  return { status, state: headers.get('x-cache'), html: new TextDecoder().decode(body) };
}
