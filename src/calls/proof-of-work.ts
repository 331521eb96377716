// Proof of work before the site mails an address that someone has typed: decision 164.

/** The request header with a proof: base64url of its JSON. */
export const proofHeader = 'proof-of-work';

/** A challenge of altcha-lib, signed by the site. */
export interface Challenge {
  parameters: {
    algorithm: string;
    cost: number;
    /** Seconds since 1970. */
    expiresAt: number;
    keyLength: number;
    keyPrefix: string;
    keySignature: string;
    nonce: string;
    salt: string;
  };
  signature: string;
}

export interface Proof {
  challenge: Challenge;
  solution: { counter: number; derivedKey: string };
}
