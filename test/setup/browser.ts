import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium: the system's, else Playwright's own download at `downloaded` (then undefined, since Playwright
 * finds that by itself), else Debian's package, which is installed. Throws with what was tried when none can be had.
 */
export async function findBrowser(downloaded: string): Promise<string | undefined> {
  const installed = (await systemBrowser()) ?? ((await exists(downloaded)) ? 'playwright' : undefined);
  if (installed) return installed === 'playwright' ? undefined : installed;
  console.log('No Chromium on this machine: fetching one …');
  if ((await run(['npx', 'playwright', 'install', '--with-deps', 'chromium'])) && (await exists(downloaded)))
    return undefined;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  await run([...asRoot, 'apt-get', 'update', '-q']);
  await run([...asRoot, 'apt-get', 'install', '-y', '-q', 'chromium']);
  const fromDebian = await systemBrowser();
  if (fromDebian) return fromDebian;
  throw new Error('No Chromium: not on this machine, not by "playwright install", not by "apt-get install chromium".');
}

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
