import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encryption at rest (AES-256-GCM): a copy of the disk or the database is unreadable without the key. */
export interface Encryption {
  encrypt(plain: Uint8Array): Buffer;
  /** Throws if the bytes were encrypted with another key, which is not the former one either, or have been altered. */
  decrypt(encrypted: Uint8Array): Buffer;
  /** Encrypts again what was encrypted with the former key; undefined for the current one. Throws as `decrypt` does. */
  renew(encrypted: Uint8Array): Buffer | undefined;
  /** Whether there is a former key. */
  isRotating: boolean;
  /** Another key of 32 bytes, always the same for a purpose and a secret. It reveals nothing of the secret. */
  deriveKey(purpose: string): Buffer;
}

const ivBytes = 12; // recommended for GCM (NIST SP 800-38D)
const tagBytes = 16;

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `news-wing ${purpose}`, 32));

// IV, tag, ciphertext.
function decryptWith(key: Buffer, encrypted: Uint8Array): Buffer {
  const bytes = Buffer.from(encrypted);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
}

/** The keys are derived from the secrets, which are any long texts. Encrypted bytes name their key by a tag. */
export function openEncryption(secret: string, formerSecret?: string): Encryption {
  const [key, formerKey] = [secret, formerSecret].map((one) => one && derive(one, 'seal')) as [Buffer, Buffer?];
  const encrypt = (plain: Uint8Array) => {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
  };
  /** With the plain text, the key that it was encrypted with. */
  const open = (encrypted: Uint8Array) => {
    try {
      return { plain: decryptWith(key, encrypted), isFormer: false };
    } catch (error) {
      if (!formerKey) throw error;
      return { plain: decryptWith(formerKey, encrypted), isFormer: true };
    }
  };
  return {
    encrypt,
    decrypt: (encrypted) => open(encrypted).plain,
    renew(encrypted) {
      const { plain, isFormer } = open(encrypted);
      return isFormer ? encrypt(plain) : undefined;
    },
    isRotating: formerKey !== undefined,
    deriveKey: (purpose) => derive(secret, purpose),
  };
}
