import type { SignedCodes } from '#src/platform/secrets/signed-codes.ts';

/** The key of a subscription's unsubscribe links: it is only in his mails, and stored nowhere. */
export const leaveKey = (codes: SignedCodes, subscriptionId: number): string =>
  codes.hmac(`newsletter subscription ${subscriptionId}`, 26);

/** The query of the links by which a reader leaves a newsletter. It works for as long as the subscription is stored. */
export const leaveQuery = (codes: SignedCodes, subscriptionId: number): string =>
  `?subscription=${subscriptionId}&key=${leaveKey(codes, subscriptionId)}`;
