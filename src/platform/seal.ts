import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what must not be readable from the disk or a copy of the database alone (AES-256-GCM). */
export interface Seal {
  seal(plain: Uint8Array): Buffer;
  /** Throws when the bytes were not sealed with this key, or were changed since. */
  open(sealed: Uint8Array): Buffer;
}

const ivBytes = 12; // what GCM is made for (NIST SP 800-38D)
const tagBytes = 16;

/** `secret` is any long text; the key is derived from it. Sealed bytes are IV, tag, ciphertext. */
export function openSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'news-wing seal', 32));
  return {
    seal(plain) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
    },
  };
}
