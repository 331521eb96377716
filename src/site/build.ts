import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { glob, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

// The inputs of the build; tests and documentation are not among them.
const sourceGlobs = [
  'src/**/*.{ts,tsx,css,json,svg,yaml}',
  'db/**/*.ts',
  'vite/*.ts',
  'public/**/*',
  '*.config.ts',
  'package-lock.json',
];

export interface BuildOptions {
  /** Throws when the build prints a warning; for tests. */
  warningsFail?: boolean;
  /** Where its messages go. */
  out?: NodeJS.WritableStream;
}

/** Builds pages and server if there is no build or a source file has changed since, and compresses what browsers load. */
export async function ensureBuild(root: string, options: BuildOptions = {}): Promise<void> {
  await ensureUncompressedBuild(root, options);
  await compressAssets(root);
}

/** The same without the compressed files: `compressLater` makes them. */
export async function ensureUncompressedBuild(root: string, options: BuildOptions = {}): Promise<void> {
  const stampFile = join(root, 'build/stamp');
  const stamp = await fingerprint(root);
  const built = await readFile(stampFile, 'utf8').catch(() => '');
  if (built === stamp) return;
  const cli = join(root, 'node_modules/@react-router/dev/bin.cjs');
  if (built && !(await exists(cli))) return; // installed without devDependencies: use the existing build
  console.log(built ? 'The sources have changed: building the site again …' : 'Building the site (once) …');
  await runBuild([cli, 'build', '--logLevel', 'warn'], root, options);
  await writeFile(stampFile, stamp);
}

/**
 * Runs a build script with Node and forwards its output, which has only warnings and errors. Throws when the script
 * fails, and with `warningsFail` also when it prints anything.
 */
export async function runBuild(
  script: string[],
  cwd: string,
  { warningsFail = false, out = process.stderr }: BuildOptions = {},
): Promise<void> {
  const child = spawn(process.execPath, script, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let warned = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      warned ||= chunk.toString().trim() !== '';
      out.write(chunk);
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The site could not be built; see the messages above.');
  if (warned && warningsFail) throw new Error('The build printed the warnings above: remove their cause.');
}

/**
 * Compresses what browsers load in a process of its own, which gives way to others: the best quality takes ten seconds of
 * the processor's time. Until then each response is compressed quickly.
 */
export async function compressLater(root: string): Promise<void> {
  if ((await uncompressed(root)).length === 0) return;
  const child = spawn(process.execPath, [import.meta.filename], { cwd: root, stdio: 'ignore' });
  child.on('error', () => undefined); // the site works without it
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
}

const assetsOf = (root: string) => join(root, 'build/client/assets');

// Compresses once with the best quality, instead of quickly for every request.
async function compressAssets(root: string) {
  const folder = assetsOf(root);
  await Promise.all(
    (await uncompressed(root)).map(async (name) => {
      const bytes = await readFile(join(folder, name));
      await writeWhole(join(folder, `${name}.gz`), await gzip(bytes, { level: 9 }));
      await writeWhole(join(folder, `${name}.br`), await brotli(bytes));
    }),
  );
}

// The site may be serving the folder.
async function writeWhole(path: string, bytes: Uint8Array) {
  await writeFile(`${path}.new`, bytes);
  await rename(`${path}.new`, path);
}

async function uncompressed(root: string): Promise<string[]> {
  const files = new Set(await readdir(assetsOf(root)));
  return [...files].filter((name) => /\.(js|css|svg)$/.test(name) && !files.has(`${name}.br`));
}

// From sizes and times, not contents: a thousand files take 20 ms, and an unnecessary build takes only seconds.
async function fingerprint(root: string) {
  const files = await Array.fromAsync(glob(sourceGlobs, { cwd: root }));
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

if (import.meta.main) await ensureBuild(join(import.meta.dirname, '../..')); // npm run build
