// Reports of mail servers that a newsletter could not be delivered (RFC 3464).

/** The most bytes of a bounce that are read: the report comes before the returned mail. */
export const bounceBytes = 100_000;

/**
 * Whether a report says that the mail will never be delivered: "Action: failed" with a status such as 5.1.1. The status
 * 4.x.x is of a mail box that is full, or of a server that did not answer for days; servers write both in other cases too.
 */
export const isPermanentFailure = (deliveryStatus: string): boolean =>
  deliveryStatus
    .split(/\r?\n[ \t]*\r?\n/) // the fields of the message, then those of each recipient
    .some((fields) => /^action:\s*failed\b/im.test(fields) && /^status:\s*5\.\d{1,3}\.\d{1,3}\b/im.test(fields));
