import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withSecretFiles } from './secret-files.ts';

async function folderWith(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test('secrets come from files that variables name, and from credentials of systemd', async () => {
  const folder = await folderWith({ key: 'of the vault\n', AUTH_SECRET: 'of systemd', HOST: '0.0.0.0' });
  const env = { PORT: '80', SEAL_KEY_FILE: join(folder, 'key'), SMTP_URL_FILE: '', CREDENTIALS_DIRECTORY: folder };
  expect(withSecretFiles(env)).toEqual({ ...env, SEAL_KEY: 'of the vault', AUTH_SECRET: 'of systemd' });
  expect(withSecretFiles({ PORT: '80' })).toEqual({ PORT: '80' });
});

test('a file that is missing, and a secret that is given twice, stop the start with one sentence', async () => {
  const file = join(await folderWith({ key: 'of the vault' }), 'key');
  expect(() => withSecretFiles({ SEAL_KEY_FILE: `${file}s` })).toThrow(/^SEAL_KEY_FILE cannot be read: ENOENT/);
  expect(() => withSecretFiles({ SEAL_KEY_FILE: file, SEAL_KEY: 'x' })).toThrow(/^SEAL_KEY must not be given both/);
});
