import { AppError } from '#src/platform/errors.ts';

/** Place in a list that is sorted by time and id. */
export interface Position {
  at: Date;
  id: number;
}

/** A cursor is the last entry's time and id: entries that come meanwhile shift nothing. */
export const writeCursor = (at: Date, id: number): string => `${at.getTime()}-${id}`;

/** Throws `bad_request` for what is no cursor of ours. */
export function readCursor(cursor: string): Position {
  const [, time, id] = /^(\d{1,13})-(\d{1,9})$/.exec(cursor) ?? []; // such as 1795000000000-42
  if (!time || !id) throw new AppError('bad_request', 'errors.badRequest');
  return { at: new Date(Number(time)), id: Number(id) };
}
