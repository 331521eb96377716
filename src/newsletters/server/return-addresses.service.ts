import { timingSafeEqual } from 'node:crypto';
import type { SignedCodes } from '#src/platform/secrets/signed-codes.ts';

interface Copy {
  issueId: number;
  subscriptionId: number;
}

// In lower case, since some servers write addresses so; the local part stays below its 64 characters.
const signature = (codes: SignedCodes, { issueId, subscriptionId }: Copy) =>
  codes.hmac(`newsletter bounce ${issueId} ${subscriptionId}`, 16).toLowerCase();

/**
 * The envelope sender of a copy, such as "bounces+12-345-k3x…@paper.example", if bounces go to `bounceAddress`; undefined
 * if that is none.
 */
export function returnAddress(codes: SignedCodes, bounceAddress: string | undefined, copy: Copy): string | undefined {
  const [local, domain] = bounceAddress?.split('@') ?? [];
  if (!local || !domain) return undefined;
  return `${local}+${copy.issueId}-${copy.subscriptionId}-${signature(codes, copy)}@${domain}`;
}

/** The copy whose envelope sender an address is; undefined for one that the site has not signed. */
export function copyOf(codes: SignedCodes, address: string): Copy | undefined {
  const [, issue, subscription, given = ''] = /\+(\d{1,9})-(\d{1,9})-([a-z2-7]{16})@/.exec(address.toLowerCase()) ?? [];
  const copy = { issueId: Number(issue), subscriptionId: Number(subscription) };
  if (!issue) return undefined;
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(codes, copy))) ? copy : undefined;
}
