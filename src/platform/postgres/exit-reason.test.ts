import { expect, test } from 'vitest';
import { describeExit } from './exit-reason.ts';

const gigabyte = 2 ** 30;

const describe = (log: string, rest = {}) =>
  describeExit({
    how: 'exit code 1',
    log,
    freeBytes: gigabyte,
    started: true,
    dataDir: '/data',
    logPath: '/data/postgres.log',
    ...rest,
  });

const prefix = '2026-11-23 08:19:00.123 UTC [42] ';

test.each([
  'PANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device',
  'FATAL:  could not write lock file "postmaster.pid": No space left on device',
  'FATAL:  could not extend file "base/5/2619": Disk quota exceeded',
])('a full disk: %s', (line) => {
  const log = `${prefix}${line}\n${prefix}LOG:  database system is shut down\n`;
  expect(describe(log)).toBe(
    `PostgreSQL has ended because the disk is full: free some space for /data. /data/postgres.log says: ${prefix}${line}`,
  );
});

test('a full disk whose log could not be written', () => {
  expect(describe('', { freeBytes: 4096 })).toBe(
    'PostgreSQL has ended because the disk is full: free some space for /data.',
  );
});

test.each([
  'FATAL:  invalid page in block 3 of relation "base/5/2619"',
  'FATAL:  could not read block 7 in file "base/5/2619": read only 0 of 8192 bytes',
  'FATAL:  could not read blocks 7..9 in file "base/5/2619": Input/output error',
  'LOG:  invalid primary checkpoint record',
  'PANIC:  could not locate a valid checkpoint record at 0/1530B88',
  'FATAL:  incorrect checksum in control file',
  'PANIC:  could not read file "global/pg_control": read 0 of 296',
  'FATAL:  "/data/postgres" is not a valid data directory',
  'FATAL:  relation mapping file "global/pg_filenode.map" contains invalid data',
  'PANIC:  could not fsync file "base/5/2619": Input/output error',
  'PANIC:  corrupted item pointer: offset = 0, length = 8',
])('damaged data: %s', (line) => {
  const log = `${prefix}${line}\n${prefix}LOG:  aborting startup due to startup process failure\n`;
  expect(describe(log)).toBe(
    `PostgreSQL has ended because the data in /data is damaged: restore a backup. /data/postgres.log says: ${prefix}${line}`,
  );
});

test('a crash: the line that names the process, not those about the shutdown', () => {
  const cause = `${prefix}LOG:  client backend (PID 43) was terminated by signal 9: Killed`;
  const log = [
    `${prefix}LOG:  database system is ready to accept connections`,
    cause,
    `${prefix}LOG:  shutting down because "restart_after_crash" is off`,
    `${prefix}LOG:  database system is shut down`,
  ].join('\n');
  expect(describe(log)).toBe(`PostgreSQL has crashed (exit code 1). /data/postgres.log says: ${cause}`);
});

test('a failed start: its own error, not what clients were told meanwhile', () => {
  const cause = `${prefix}FATAL:  pre-existing shared memory block (key 7, ID 8) is still in use`;
  const log = `${cause}\n${prefix}FATAL:  the database system is starting up\n`;
  expect(describe(log, { started: false })).toBe(
    `PostgreSQL did not start (exit code 1). /data/postgres.log says: ${cause}`,
  );
});

test('a killed server that has logged nothing', () => {
  expect(describe('', { how: 'SIGKILL' })).toBe('PostgreSQL has crashed (SIGKILL).');
});

test('the error of a statement does not explain the end of a server', () => {
  const log = `${prefix}ERROR:  invalid page in block 3 of relation "base/5/2619"\n`;
  expect(describe(log, { how: 'SIGKILL' })).toBe('PostgreSQL has crashed (SIGKILL).');
});
