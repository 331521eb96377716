import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { diskFull } from './disk-full.ts';

test('a full disk is `unavailable`, both our own and that of the database', async () => {
  await using file = await open('/dev/full', 'w'); // of Linux: every write fails as on a full disk
  const ours = await file.write('text').catch((error) => error);
  const ofDatabase = Object.assign(new DatabaseError('could not extend file', 9, 'error'), { code: '53100' });
  const ofOrm = new Error('Failed query: INSERT', { cause: ofDatabase });
  for (const error of [ours, ofDatabase, ofOrm]) {
    const problem = diskFull(error);
    expect([problem?.code, problem?.text.key, problem?.details.cause]).toEqual([
      'unavailable',
      'errors.diskFull',
      error,
    ]);
  }
});

test('other errors are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'news-wing-'));
  const missing = await open(join(folder, 'missing')).catch((error) => error);
  await rm(folder, { recursive: true });
  for (const error of [missing, new Error('ENOSPC'), undefined, 'ENOSPC']) expect(diskFull(error)).toBeUndefined();
});
