import type { FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** Place in a list that is sorted by time and id. */
export interface Position {
  at: Date;
  id: number;
}

const largestId = 2_147_483_647;

/** A cursor is the last entry's time and id: entries that come meanwhile shift nothing. */
export const writeCursor = (at: Date, id: number): string => `${at.getTime()}-${id}`;

/** Throws `bad_request` for what is no cursor of ours. */
export function readCursor(cursor: string): Position {
  const [, time, id] = /^(\d{1,13})-([1-9]\d{0,9})$/.exec(cursor) ?? []; // such as 1795000000000-42
  if (!time || !id || Number(id) > largestId) throw new AppError('bad_request', 'errors.badRequest');
  return { at: new Date(Number(time)), id: Number(id) };
}

/** The Link header's value for the next page, which is named as this one was asked for, with another cursor. */
export function nextLink(request: FastifyRequest, cursor: string): string {
  const next = new URL(request.url, 'http://host.invalid');
  next.searchParams.set('cursor', cursor);
  return `<${next.pathname}${next.search}>; rel="next"`;
}
