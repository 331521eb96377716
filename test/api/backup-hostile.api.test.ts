// Whatever a backup holds, the commands end with sentences and not with a stack, in bounded memory. backup-forgery.api.test.ts
// tests what its names and numbers may be.
import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { Encrypter } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandName, runCommand } from '#src/platform/backup/commands.ts';
import { createBackup } from '#src/platform/backup/create-backup.ts';
import { addManifest, type ManifestBody } from '#src/platform/backup/manifest.ts';
import { digestOf, spool } from '#src/platform/backup/parts.ts';
import { objectName } from '#src/platform/backup/store.ts';
import { newDatabase, openBackups } from '../backups.ts';
import { siteForFile } from '../site-for-file.ts';

const site = siteForFile();
const passphrase = 'correct horse battery staple';
let backups: Awaited<ReturnType<typeof openBackups>>;
let place: Awaited<ReturnType<typeof backups.place>>;
let made: ManifestBody;
const target = () => join(backups.folder, 'hostile');
const store = () => backups.storeIn(target());

beforeAll(async () => {
  backups = await openBackups(site);
  place = await backups.place(await newDatabase(), { BACKUP_PASSPHRASE: passphrase });
  await site.services.files.put('open/one.txt', Buffer.from('one'), 'text/plain');
  ({ manifest: made } = await createBackup(backups.source, target()));
});
afterAll(() => backups.close());

type Content = string | Uint8Array | Iterable<string>;

/** Adds a part with this content. */
async function addPart(content: Content, { compress = true } = {}) {
  const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
  const { path, ...digest } = await spool(Readable.from(pieces), await backups.newDataDir(), { compress });
  const part = { name: `backups/${made.id}/p${digest.sha256.slice(0, 8)}.zst`, ...digest };
  await store().add(part.name, path);
  return part;
}

/** Changes members of the manifest, with the right checksum. */
const forge = async (changes: object) =>
  addManifest(store(), await backups.newDataDir(), { ...made, ...changes } as ManifestBody);

/** Runs a command. Returns what it prints, with its exit code. */
async function run(name: CommandName, words: string[] = []): Promise<[number, string]> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const command = {
    ...place,
    references: [],
    withDatabase: <T>(use: (databaseUrl: string) => Promise<T>) => use(place.databaseUrl),
  };
  // Of which only `write` is called. Progress, on lines of its own, is no part of the answer.
  const code = await runCommand(name, command, [target(), ...words], { stdout, stderr } as unknown as NodeJS.Process);
  const text = `${stdout.read() ?? ''}${stderr.read() ?? ''}`.replaceAll(
    /^[A-Z]\w+ing (?:backup|tables|files|stat).*\n/gm,
    '',
  );
  return [code, text];
}

/** Both commands name what is wrong, within a few lines. */
async function expectBoth(sentence: string) {
  for (const name of ['verify', 'restore'] as const) {
    const [code, text] = await run(name);
    expect([name, code, text]).toEqual([name, 1, expect.stringContaining(sentence)]);
    expect(text).not.toMatch(/^ {4}at /m);
    expect(text.length).toBeLessThan(30_000);
  }
}

const fileLine = (changes: object = {}) =>
  `${JSON.stringify({ key: 'files/open/x', sizeBytes: 3, sha256: '0'.repeat(64), ...changes })}\n`;
const one = digestOf(Buffer.from('one'));
const withFiles = async (content: Content, count = 1) =>
  forge({ files: { count, sizeBytes: 3, part: await addPart(content) } });

describe('before anything is written:', () => {
  test('a manifest that is nested deeply, or takes much more memory than bytes', async () => {
    const path = join(target(), `backups/${made.id}/manifest.json`);
    await writeFile(path, `{"a":${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}}`);
    await expectBoth('manifest.json has changed.');
    await writeFile(path, `[${'[],'.repeat(40_000_000)}[]]`);
    await expectBoth('manifest.json has more than');
  });

  // A million took the same time and memory: what follows a hundred damaged parts is not read.
  test('thousands of files that are missing', async () => {
    const numbers = Array.from({ length: 5000 }, (_, n) => n.toString(16).padStart(64, '0'));
    await withFiles(
      numbers.map((sha256) => fileLine({ key: `files/open/${sha256}`, sha256 })),
      5000,
    );
    await expectBoth('is missing.');
    await expectBoth('was not read.');
  });

  test('more or fewer files than the manifest counts', async () => {
    const lines = ['1', '2'].map((name) => fileLine({ ...one, key: `files/open/${name}` }));
    for (const count of [1, 3, 9e15]) {
      await withFiles(lines, count);
      await expectBoth(' lines ');
    }
  });

  test('keys that are too long', async () => {
    await withFiles(fileLine({ ...one, key: `files/${'x'.repeat(256)}` }));
    await expectBoth('has a line that no backup has');
    await withFiles(fileLine({ ...one, key: `files${'/x'.repeat(1000)}` }));
    await expectBoth('has a line that no backup has');
  });

  test('folders, pipes and links in the place of files', async () => {
    await forge({});
    const name = objectName(one.sha256);
    const path = join(target(), name);
    const kinds: Record<string, () => unknown> = {
      folder: () => mkdir(path),
      pipe: () => execFileSync('mkfifo', [path]),
      'link to a device': () => symlink('/dev/zero', path),
      'link to a file': () => symlink('/etc/passwd', path),
      'link to itself': () => symlink(path, path),
    };
    for (const [kind, make] of Object.entries(kinds)) {
      await rm(path, { recursive: true });
      await make();
      await expectBoth(`${name} is missing.`);
      expect(kind).toBeTruthy();
    }
    await rm(dirname(path), { recursive: true });
    await writeFile(dirname(path), '');
    await expectBoth(`${name} is missing.`);
    await rm(dirname(path));
    await mkdir(dirname(path));
    await writeFile(path, 'one');
    expect(await run('verify')).toEqual([0, expect.stringContaining('every byte')]);
  });

  test('secrets that are none, and a passphrase that takes hours to try', async () => {
    const encrypt = async (text: string) => {
      const encrypter = new Encrypter();
      encrypter.setScryptWorkFactor(10);
      encrypter.setPassphrase(passphrase);
      return encrypter.encrypt(text);
    };
    const all = ['{', '[]', '{"AUTH_SECRET":1}', '{"AUTH_SECRET":"short"}', '{"PATH":"x"}', '\u0000'];
    for (const text of all) {
      await forge({ secrets: await addPart(await encrypt(text), { compress: false }) });
      await expectBoth('The secrets of this backup cannot be used');
    }
    const encrypted = Buffer.from(await encrypt('{}')).toString('latin1');
    const slow = Buffer.from(encrypted.replace(/^(-> scrypt \S+) 10$/m, '$1 60'), 'latin1');
    await forge({ secrets: await addPart(slow, { compress: false }) });
    await expectBoth('The secrets of this backup cannot be decrypted');
  });

  test('control characters of terminals in what is quoted', async () => {
    await withFiles('\u009b2J\u001b]0;x\u0007\u202e\n');
    await expectBoth('has a line that no backup has');
    for (const name of ['verify', 'restore'] as const)
      expect((await run(name))[1].replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });
});

// A restore that has begun can be run again with the same id, so these share a database. Each takes about a second:
// PostgreSQL reports rows that it rejects only once it has all tables.
describe('rows that PostgreSQL does not take:', () => {
  const withTable = async (name: string, changes: object) =>
    forge({ tables: made.tables.map((table) => (table.name === name ? { ...table, ...changes } : table)) });
  const rows = async (content: Content, changes: object = {}) => ({
    rows: 1,
    part: await addPart(content),
    ...changes,
  });
  const waiting = async (line: string) => forge({ jobs: { count: 1, part: await addPart(`${line}\n`) } });

  const cases: Record<string, () => Promise<unknown>> = {
    'a table that is not compressed': async () =>
      withTable('rate_limits', { rows: 1, part: await addPart('x', { compress: false }) }),
    'a row with other columns': async () => withTable('rate_limits', await rows('a\tb\tc\td\te\tf\tg\th\n')),
    'unknown columns': async () => withTable('rate_limits', { columns: ['no_column'] }),
    'references to nothing': async () => withTable('categories', { rows: 0, part: await addPart('') }),
    'an unknown sequence': () => forge({ sequences: [{ name: 'no_sequence', lastValue: '1', isCalled: true }] }),
    'a job with U+0000': () => waiting(`{"name":"news.picture-variants","data":{"a":"\\u0000"}}`),
    'a job that is nested deeply': () =>
      waiting(`{"name":"news.picture-variants","data":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`),
    'more jobs than the manifest counts': async () =>
      forge({ jobs: { count: 0, part: await addPart('{"name":"x","data":{}}\n') } }),
    // After all rows.
    'a file with the name of another’s folder': () =>
      withFiles(fileLine({ ...one, key: 'files/open/a' }) + fileLine({ ...one, key: 'files/open/a/b' }), 2),
  };
  test.each(Object.keys(cases))('%s', async (name) => {
    await cases[name]?.();
    const [code, text] = await run('restore');
    expect([code, text]).toEqual([1, expect.stringMatching(/^[A-Za-z][^\n]{10,300}\.\n$/)]);
  });

  test('the backup as it was is restored after all', async () => {
    await forge({});
    expect(await run('restore')).toEqual([0, expect.stringContaining('is restored')]);
  });
});
