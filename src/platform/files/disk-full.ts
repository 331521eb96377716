import { AppError } from '../errors.ts';

// Of the file system, its quota, and PostgreSQL's.
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** The AppError `unavailable` for an error of a full disk, ours or the database's; undefined for other errors. */
export function diskFull(error: unknown): AppError | undefined {
  for (let e = error; e instanceof Error; e = e.cause)
    if ('code' in e && codes.has(e.code))
      return new AppError('unavailable', 'errors.diskFull', { cause: error, headers: { 'retry-after': '60' } });
  return undefined;
}
