import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';

const exec = promisify(execFile);
// The shell first: it is Chromium without a browser's own windows, and takes a third less of the processor.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium: the system's, else undefined when Playwright's own download is there (at `downloaded`), which it
 * finds by itself. When there is neither, one is fetched: by root from Debian, which is quicker, by others from
 * Playwright first, which needs fewer rights. Throws with what was tried when none can be had.
 */
export async function findBrowser(downloaded: string): Promise<string | undefined> {
  const installed = await systemBrowser();
  if (installed || (await exists(downloaded))) return installed;
  console.log('No Chromium on this machine: fetching one …');
  const root = process.getuid?.() === 0;
  const ways = [() => fromDebian(root ? [] : ['sudo']), fromPlaywright];
  for (const fetchOne of root ? ways : ways.toReversed()) {
    await fetchOne();
    const fetched = await systemBrowser();
    if (fetched || (await exists(downloaded))) return fetched;
  }
  throw new Error('No Chromium: not on this machine, not by "apt-get install", not by "playwright install".');
}

async function fromDebian(asRoot: string[]) {
  await run([...asRoot, 'apt-get', 'update', '-q']);
  await run([...asRoot, 'apt-get', 'install', '-y', '-q', 'chromium-headless-shell']);
}

const fromPlaywright = () => run(['npx', 'playwright', 'install', '--with-deps', 'chromium']);

async function systemBrowser() {
  for (const name of names) {
    const path = await exec('sh', ['-c', `command -v ${name}`]).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
    if (path) return path;
  }
  return undefined;
}

async function run([program = '', ...words]: string[]) {
  const child = spawn(program, words, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const code = await Promise.race([once(child, 'exit').then(([code]) => code), once(child, 'error').then(() => 1)]);
  return code === 0;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
