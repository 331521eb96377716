// Why a server has ended: a full disk, damaged data, or a crash.

/** What is known about a server that has ended, or did not start. */
export interface ServerExit {
  /** "SIGKILL" or "exit code 1". */
  how: string;
  /** The end of its log output. */
  log: string;
  /** Free space on the disk that holds the data. */
  freeBytes: number;
  /** Whether it had accepted connections. */
  started: boolean;
  dataDir: string;
  logPath: string;
}

// A segment of the write-ahead log: with less free space PostgreSQL cannot go on. The log is on the same disk, so the
// message about it may be missing.
const walSegmentBytes = 16 * 1024 * 1024;

const diskFull = /no space left on device|disk quota exceeded/i;

const damage = [
  /invalid page|references to invalid pages/, // invalid page in block 3 of relation "base/5/2619"
  /could not read blocks? /,
  /checkpoint record/, // could not locate a valid checkpoint record at 0/0
  /could not find redo location/,
  /control file/, // incorrect checksum in control file
  /global\/pg_control/, // could not read file "global/pg_control": read 0 of 8192
  /is not a valid data directory/,
  /contains invalid data/, // relation mapping file "global/pg_filenode.map" contains invalid data
  /could not access status of transaction/,
  /Input\/output error/,
];

/** Why the server has ended, in a sentence or two for the operator. */
export function describeExit(exit: ServerExit): string {
  const { how, started, dataDir, logPath } = exit;
  const lines = linesOfServer(exit.log);
  const says = (line = '') => (line ? ` ${logPath} says: ${line}` : '');

  const full = lines.findLast((line) => diskFull.test(line));
  if (full || exit.freeBytes < walSegmentBytes)
    return `PostgreSQL has ended because the disk is full: free some space for ${dataDir}.${says(full)}`;
  const damaged = lines.findLast((line) => damage.some((pattern) => pattern.test(line)) || isPanicOfData(line));
  if (damaged)
    return `PostgreSQL has ended because the data in ${dataDir} is damaged: restore a backup.${says(damaged)}`;
  return `PostgreSQL ${started ? 'has crashed' : 'did not start'} (${how}).${says(causeIn(lines))}`;
}

const isPanicOfData = (line: string) => line.includes('PANIC: ') && /corrupt|invalid|unexpected/.test(line);

// Without the errors of single statements, which end no server, and without what clients receive while it starts or
// stops.
const linesOfServer = (log: string) =>
  log
    .trimEnd()
    .split('\n')
    .filter((line) => !/ERROR: |FATAL: +(the database system is|terminating) /.test(line));

// The last lines only report how the server has stopped.
const causeIn = (lines: string[]) =>
  lines.findLast((line) => /(PANIC|FATAL): /.test(line)) ??
  lines.findLast((line) => line.includes('was terminated by signal')) ??
  lines.at(-1);
