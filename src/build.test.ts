import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type BuildOptions, runBuild } from './build.ts';

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
