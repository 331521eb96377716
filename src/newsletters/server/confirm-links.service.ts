import { timingSafeEqual } from 'node:crypto';
import type { SignedCodes } from '#src/platform/secrets/signed-codes.ts';

const signature = (codes: SignedCodes, subscriptionId: number, expires: number) =>
  codes.hmac(`newsletter confirmation ${subscriptionId} ${expires}`, 26);

/**
 * The token of a link that confirms the requests of an address; made from one of its subscriptions. It is only in the
 * mail and stored nowhere, so another request does not invalidate it.
 */
export function confirmToken(codes: SignedCodes, subscriptionId: number, until: Date): string {
  const expires = Math.floor(until.getTime() / 1000);
  return `${subscriptionId}-${expires}-${signature(codes, subscriptionId, expires)}`;
}

/** The subscription of such a token; undefined for one that the site has not signed, or that has expired. */
export function subscriptionOf(codes: SignedCodes, token: string, now: Date): number | undefined {
  const [, id, expires, given = ''] = /^(\d{1,9})-(\d{1,12})-([A-Z2-7]{26})$/.exec(token) ?? [];
  if (!id || Number(expires) * 1000 < now.getTime()) return undefined;
  const expected = signature(codes, Number(id), Number(expires));
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? Number(id) : undefined;
}
