// A backup may come from a stranger, with checksums that are right: what it names, and how much, is checked as well.
import { randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CreatedBackup, createBackup } from '#src/platform/backup/create-backup.ts';
import { addManifest, type ManifestBody, newId } from '#src/platform/backup/manifest.ts';
import { spool } from '#src/platform/backup/parts.ts';
import { objectName } from '#src/platform/backup/store.ts';
import { verifyBackups } from '#src/platform/backup/verify.ts';
import { filesIn, newDatabase, openBackups, restore } from '../backups.ts';
import { readFiles } from '../factories/backed-up-site.ts';
import { siteForFile } from '../site-for-file.ts';

const site = siteForFile();
const passphrase = 'correct horse battery staple';
let backups: Awaited<ReturnType<typeof openBackups>>;
let place: Awaited<ReturnType<typeof backups.place>>;
let made: CreatedBackup;
const target = () => join(backups.folder, 'forged');
const store = () => backups.storeIn(target());

beforeAll(async () => {
  backups = await openBackups(site);
  place = await backups.place(await newDatabase());
  await site.services.files.put('open/one.txt', Buffer.from('one'), 'text/plain');
  made = await createBackup(backups.source, target());
});
afterAll(() => backups.close());

/** Adds a part with this content. */
async function addPart(name: string, content: string | Uint8Array, compress: boolean) {
  const { path, ...digest } = await spool(Readable.from([content]), await backups.newDataDir(), { compress });
  const part = { name: `backups/${made.manifest.id}/${name}`, ...digest };
  await store().add(part.name, path);
  return part;
}

/** Adds a manifest like that of the backup, but for some members, with the right checksum. */
async function forge(changes: Partial<Record<keyof ManifestBody, unknown>>): Promise<string> {
  const id = newId(new Date());
  await addManifest(store(), await backups.newDataDir(), { ...made.manifest, id, ...changes } as ManifestBody);
  return id;
}

/** Neither command accepts it, and a restore writes nothing. */
async function expectRefusal(id: string, sentence: string) {
  expect(await verifyBackups(store(), [id], { passphrase })).toEqual([expect.stringContaining(sentence)]);
  await expect(restore(place, target(), { backup: id, passphrase })).rejects.toThrow(sentence);
  expect(await readFiles(place.config)).toEqual({});
}

const sha256 = '0'.repeat(64);
const line = (changes: object) => JSON.stringify({ key: 'files/open/x', sizeBytes: 1, sha256, ...changes });

test.each([
  line({ key: 'files/../../escaped' }),
  line({ key: 'files//etc/passwd' }),
  line({ key: 'files/open/..' }),
  line({ key: 'outbox/.profile' }),
  line({ key: 'secrets/auth' }),
  line({ key: 'files/\u001b[2J' }),
  line({ key: 7 }),
  line({ sizeBytes: -1 }),
  line({ sizeBytes: 1e300 }),
  line({ sha256: '../../../etc/passwd' }),
  'null',
  '{',
])('a list of files with the line %s is refused', async (text) => {
  const part = await addPart(`${randomBytes(4).toString('hex')}.zst`, `${text}\n`, true);
  await expectRefusal(await forge({ files: { ...made.manifest.files, part } }), 'has a line that no backup has');
});

test('a line that would fill the memory is refused', async () => {
  const part = await addPart('long.zst', 'x'.repeat(20_000_000), true);
  await expectRefusal(await forge({ files: { ...made.manifest.files, part } }), 'a line that is too long');
});

test('a list that is not compressed as said is refused', async () => {
  const part = await addPart('plain.zst', line({}), false);
  await expectRefusal(await forge({ files: { ...made.manifest.files, part } }), 'plain.zst cannot be decompressed.');
});

test('a file is not read further than to its size', async () => {
  const [object = ''] = Object.values(await filesIn(store(), made.manifest));
  const text = `${line({ sha256: object })}\n`;
  const part = await addPart('short.zst', text, true);
  await expectRefusal(
    await forge({ files: { ...made.manifest.files, part } }),
    `${objectName(object)} has more than 1 bytes.`,
  );
});

const elsewhere = { name: 'backups/../../etc/passwd', sizeBytes: 1, sha256 };
const table = { name: 'stories', columns: ['id'], rows: 1, part: { name: 'backups/x/a.zst', sizeBytes: 1, sha256 } };

test.each<Partial<Record<keyof ManifestBody, unknown>>>([
  { jobs: { count: 0, part: elsewhere } },
  { secrets: { name: 'backups/x/secrets.age', sizeBytes: 1e9, sha256 } },
  { tables: [{ ...table, name: 'pg_catalog.pg_authid' }] },
  { tables: [{ ...table, columns: ["id\") FROM PROGRAM 'id'"] }] },
  { tables: [{ ...table, rows: 1e300 }] },
  { sequences: [{ name: 'a', lastValue: '1; DROP TABLE users', isCalled: true }] },
  { program: '\u001b[2J' },
  { surplus: true } as object,
])('a manifest with %j is refused', async (changes) => {
  await expectRefusal(await forge(changes), 'is not what News Wing writes.');
});

test('a manifest of another backup is refused', async () => {
  const id = newId(new Date());
  await cp(join(target(), 'backups', made.manifest.id), join(target(), 'backups', id), { recursive: true });
  await expectRefusal(id, 'is not what News Wing writes.');
});

test('secrets that were not encrypted by age are refused', async () => {
  const secrets = await addPart('garbage.age', randomBytes(500), false);
  await expectRefusal(await forge({ secrets }), 'The secrets of this backup cannot be decrypted');
});
