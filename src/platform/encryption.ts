import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encryption at rest (AES-256-GCM): a copy of the disk or the database is unreadable without the key. */
export interface Encryption {
  encrypt(plain: Uint8Array): Buffer;
  /** Throws if the bytes were encrypted with another key or have been altered. */
  decrypt(encrypted: Uint8Array): Buffer;
  /** Another key of 32 bytes, always the same for a purpose and a secret. It tells nothing of the secret. */
  deriveKey(purpose: string): Buffer;
}

const ivBytes = 12; // recommended for GCM (NIST SP 800-38D)
const tagBytes = 16;

/** The key is derived from `secret`, which is any long text. Encrypted bytes are IV, tag, ciphertext. */
export function openEncryption(secret: string): Encryption {
  const deriveKey = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `news-wing ${purpose}`, 32));
  const key = deriveKey('seal');
  return {
    deriveKey,
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
