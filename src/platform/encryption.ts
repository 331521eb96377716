import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encryption at rest (AES-256-GCM): a copy of the disk or the database is unreadable without the key. */
export interface Encryption {
  encrypt(plain: Uint8Array): Buffer;
  /** Throws if the bytes were encrypted with another key or have been altered. */
  decrypt(encrypted: Uint8Array): Buffer;
}

const ivBytes = 12; // recommended for GCM (NIST SP 800-38D)
const tagBytes = 16;

/** The key is derived from `secret`, which is any long text. Encrypted bytes are IV, tag, ciphertext. */
export function openEncryption(secret: string): Encryption {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'news-wing seal', 32));
  return {
    encrypt(plain) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
    },
  };
}
