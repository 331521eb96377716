import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** Position in a list that is sorted by time and id. */
export interface Position {
  at: Date;
  id: number;
}

const largestId = 2_147_483_647;

/** Encodes the last entry's time and id as a cursor (keyset pagination), so new entries do not shift the pages. */
export const encodeCursor = (at: Date, id: number): string => `${at.getTime()}-${id}`;

/** Decodes a cursor. Throws `bad_request` if it is malformed. */
export function decodeCursor(cursor: string): Position {
  const [, time, id] = /^(\d{1,13})-([1-9]\d{0,9})$/.exec(cursor) ?? []; // such as 1795000000000-42
  if (!time || !id || Number(id) > largestId) throw new AppError('bad_request', 'errors.badRequest');
  return { at: new Date(Number(time)), id: Number(id) };
}

/** Link header for the next page: the request's path and the parameters of its contract, with another cursor. */
export function nextLink({ url, query }: FastifyRequest, cursor: string): string {
  const next = new URL(url, 'http://host.invalid');
  next.search = new URLSearchParams({ ...(query as Record<string, string>), cursor }).toString();
  return `<${next.pathname}${next.search}>; rel="next"`;
}
