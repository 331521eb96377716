import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { openSiteFiles } from '../src/platform/backup/site-files.ts';
import type { Config } from '../src/platform/config.ts';
import { openFiles } from '../src/platform/files/files.ts';
import { readDatabase } from '../test/database-contents.ts';

const digestOf = (pieces: Iterable<string>) => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece).update('\n');
  return hash.digest('hex');
};

/** A digest of each table's rows, of each part of the schema and of each file, by its name. */
export async function contentsOf(config: Config, databaseUrl: string): Promise<Map<string, string>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows, schema } = await readDatabase(client).finally(() => client.end());
  const lines = [
    // The record of changes is for nodes that run, and is not in a backup.
    ...Object.entries(rows).filter(([table]) => table !== 'changes'),
    ...Object.entries(schema).map(([name, of]) => [`schema: ${name}`, of] as const),
  ];
  const contents = new Map(lines.map(([name, of]) => [`${name} (${of.length})`, digestOf(of)]));
  const files = openSiteFiles(config, await openFiles(config));
  for await (const { key } of files.list()) {
    const hash = createHash('sha256');
    await files.read(key, async (stream) => {
      for await (const bytes of stream) hash.update(bytes);
    });
    contents.set(key, hash.digest('hex'));
  }
  return contents;
}

/** Throws an error that names what one of the sites lacks or has otherwise. */
export function requireSame(one: Map<string, string>, other: Map<string, string>): void {
  const names = new Set([...one.keys(), ...other.keys()]);
  const different = [...names].filter((name) => one.get(name) !== other.get(name));
  if (different.length > 0) throw new Error(`Not the same: ${different.slice(0, 20).join(', ')}`);
}
