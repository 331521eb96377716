import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { type BuildOptions, ensureBuild, ensureUncompressedBuild, runBuild } from './build.ts';

/** Runs a build that executes this code; resolves with its output and, if it fails, the reason. */
async function build(code: string, options: BuildOptions = {}) {
  const out = new PassThrough();
  const failure = await runBuild(['--eval', code], import.meta.dirname, { ...options, out }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  out.end();
  return { failure, printed: await text(out) };
}

test('a build that prints nothing passes', async () => {
  expect(await build('', { warningsFail: true })).toEqual({ failure: undefined, printed: '' });
});

test.each(['warn', 'log'])(
  'output of console.%s is shown, and fails the build if warningsFail is set',
  async (method) => {
    const code = `console.${method}('[SOME_WARNING] of the bundler')`;
    const printed = '[SOME_WARNING] of the bundler\n';
    expect(await build(code)).toEqual({ failure: undefined, printed });
    const failure = expect.stringContaining('printed the warnings above');
    expect(await build(code, { warningsFail: true })).toEqual({ failure, printed });
  },
);

test('a failed build is reported', async () => {
  expect((await build('process.exit(2)')).failure).toContain('could not be built');
});

test('what a start has built without compressing it is compressed by the next build', async () => {
  const root = await mkdtemp(join(tmpdir(), 'build-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const assets = join(root, 'build/client/assets');
  await mkdir(assets, { recursive: true });
  await writeFile(join(root, 'build/stamp'), 'of a site that is installed without its build tools');
  for (const name of ['new.js', 'old.css', 'old.css.br', 'picture.webp']) await writeFile(join(assets, name), name);
  await ensureUncompressedBuild(root);
  expect(await readdir(assets)).toHaveLength(4);
  await ensureBuild(root);
  expect((await readdir(assets)).sort()).toEqual(
    ['new.js', 'new.js.br', 'new.js.gz', 'old.css', 'old.css.br', 'picture.webp'].sort(),
  );
  expect(String(brotliDecompressSync(await readFile(join(assets, 'new.js.br'))))).toBe('new.js');
});
