import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { glob, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

// What the build is made from; tests and documents do not count.
const sources = [
  'src/**/*.{ts,tsx,css,json,svg,yaml}',
  'db/**/*.ts',
  'other/*.ts',
  'public/**/*',
  '*.config.ts',
  'package-lock.json',
];

/** Builds pages and server when there is no build, or when a source has changed since. */
export async function ensureBuild(root: string): Promise<void> {
  const stampFile = join(root, 'build/stamp');
  const stamp = await fingerprint(root);
  const built = await readFile(stampFile, 'utf8').catch(() => '');
  if (built === stamp) return;
  const cli = join(root, 'node_modules/@react-router/dev/bin.cjs');
  if (built && !(await exists(cli))) return; // installed without the tools: what was built is what there is
  console.log(built ? 'The sources have changed: building the site again …' : 'Building the site (once) …');
  const child = spawn(process.execPath, [cli, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The site could not be built; the messages above say why.');
  await compressAssets(join(root, 'build/client/assets'));
  await writeFile(stampFile, stamp);
}

// Once here with the best compression, instead of for every reader with a quick one.
async function compressAssets(folder: string) {
  const files = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    files.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      await writeFile(join(folder, `${name}.br`), await brotli(bytes));
      await writeFile(join(folder, `${name}.gz`), await gzip(bytes, { level: 9 }));
    }),
  );
}

// Sizes and times instead of contents: a thousand files take 20 ms, and a needless build costs only its seconds.
async function fingerprint(root: string) {
  const files = await Array.fromAsync(glob(sources, { cwd: root }));
  const hash = createHash('sha256');
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort()) {
    const { size, mtimeMs } = await stat(join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
