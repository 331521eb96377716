import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shell = 'chromium-headless-shell';

/**
 * Where the tests find Chromium (`CHROMIUM_PATH`) and its headless shell (`CHROMIUM_SHELL_PATH`), which has no windows
 * and no PDF viewer and takes a third less CPU: the system's, or Playwright's own download (at `downloaded`), which
 * Playwright finds by itself. If there is none, it is installed: as root from Debian, which is faster, otherwise from
 * Playwright first, which needs fewer permissions. Throws with the attempts if all of them fail.
 */
export async function findBrowser(downloaded: string): Promise<Record<string, string>> {
  const find = async () => {
    const [browser, light] = await Promise.all([systemProgram(names), systemProgram([shell])]);
    if (browser) return { CHROMIUM_PATH: browser, ...(light && { CHROMIUM_SHELL_PATH: light }) };
    return (await exists(downloaded)) ? {} : undefined;
  };
  const installed = await find();
  if (installed) return installed;
  console.log('No Chromium on this machine: fetching one …');
  const root = process.getuid?.() === 0;
  const ways = [() => fromDebian(root ? [] : ['sudo']), fromPlaywright];
  for (const fetchOne of root ? ways : ways.toReversed()) {
    await fetchOne();
    const fetched = await find();
    if (fetched) return fetched;
  }
  throw new Error('No Chromium: not on this machine, not by "apt-get install", not by "playwright install".');
}

async function fromDebian(asRoot: string[]) {
  await run([...asRoot, 'apt-get', 'update', '-q']);
  await run([...asRoot, 'apt-get', 'install', '-y', '-q', 'chromium', shell]);
}

const fromPlaywright = () => run(['npx', 'playwright', 'install', '--with-deps', 'chromium']);

async function systemProgram(names: string[]) {
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
