import { createHmac, hkdfSync } from 'node:crypto';

/** The key of a site's signed URLs and codes. */
export const signingKey = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', 'news-wing pass', 32));

/** Codes that the site has issued and verifies without storing them. */
export interface SignedCodes {
  /** HMAC of a text in base32. */
  hmac(text: string, length: number): string;
}

export function openSignedCodes(secret: string): SignedCodes {
  const key = signingKey(secret);
  return {
    hmac: (text, length) =>
      [...createHmac('sha256', key).update(text).digest().subarray(0, length)]
        .map((byte) => base32.charAt(byte % 32))
        .join(''),
  };
}

/** The base32 alphabet (RFC 4648), which avoids characters that are easily confused. */
export const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
