import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '#src/platform/config.ts';
import type { Start, TestSite } from '../site.ts';

const root = join(import.meta.dirname, '../..');
const hashed = /[\w.-]+-[\w-]{8}\.(?:js|css|svg|woff2)/g; // such as frame-Vaay4I9y.js

/**
 * Starts the site's next release on its database, from a copy of the build in `folder`, whose files have other names, as
 * after any change. The caller closes it.
 */
export async function startNextRelease(site: TestSite, folder: string) {
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'build'), join(folder, 'build'), { recursive: true });
  for (const name of ['src', 'db', 'node_modules', 'package.json']) await symlink(join(root, name), join(folder, name));
  const assets = join(folder, 'build/client/assets');
  const names = new Set(await readdir(assets));
  const version =
    [...names].find((name) => /^manifest-\w+\.js$/.test(name))?.slice('manifest-'.length, -'.js'.length) ?? '';
  const nextVersion = [...version].toReversed().join('');
  const nameOf = (name: string) => (names.has(name) ? `next-${name}` : name);
  const files = (await readdir(join(folder, 'build'), { recursive: true })).filter((file) =>
    /\.(?:js|css)$/.test(file),
  );
  for (const file of files) {
    const path = join(folder, 'build', file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(hashed, nameOf).replaceAll(version, nextVersion));
  }
  for (const name of names) {
    if (!/\.(?:br|gz)$/.test(name))
      await cp(join(assets, name), join(assets, `next-${name.replace(version, nextVersion)}`));
    await rm(join(assets, name));
  }
  const worker = join(folder, 'build/client/service-worker.js');
  await writeFile(worker, `${await readFile(worker, 'utf8')}// next\n`);
  const { start }: { start: Start } = await import(join(folder, 'build/server/index.js'));
  return start({
    config: readConfig({ PORT: '0', DATA_DIR: site.dataDir, SAMPLE_CONTENT: 'off', LOG_LEVEL: 'error' }),
    databaseUrl: site.databaseUrl,
    root: folder,
    now: () => new Date(),
    logDestination: { write: () => undefined },
  });
}
