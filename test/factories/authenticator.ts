import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Client } from '../client.ts';

const userPresent = 0x01;
const userVerified = 0x04;
const backedUp = 0x10;
const attested = 0x40;

interface Options {
  challenge: string;
}

export interface Ceremony {
  /** The origin that the browser reports. */
  origin?: string;
  challenge?: string;
  type?: string;
  /** User verification: whether the authenticator asked for a fingerprint, a face or a PIN. */
  verified?: boolean;
  /** Whether a user has touched the authenticator. */
  present?: boolean;
  /** Reports that it is backed up, though it cannot be. */
  backedUp?: boolean;
  counter?: number;
  /** The host that the authenticator has signed for. */
  host?: string;
  /** The page that has shown the site in a frame. */
  topOrigin?: string;
  /** Whom the authenticator names as the passkey's user. */
  userHandle?: string;
  /** The authenticator's attestation. */
  attestation?: { format: string; statement: [name: string, value: unknown][] };
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** A software authenticator for a test: creates one credential and signs with it, as in WebAuthn (Level 2). */
export function newAuthenticator(siteUrl: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let uses = 0;

  // COSE: an elliptic curve key (1: 2) for ES256 (3: -7) on P-256 (-1: 1).
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, cose]);

  const authenticatorData = (ceremony: Ceremony, counter: number, more = Buffer.alloc(0)) => {
    const { host = new URL(siteUrl).hostname } = ceremony;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = flagsOf(ceremony) | (more.length ? attested : 0);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, more]);
  };
  const clientData = (options: Options, kind: string, ceremony: Ceremony) => {
    const { origin = siteUrl, challenge = options.challenge, type = kind, topOrigin } = ceremony;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: topOrigin !== undefined, topOrigin }));
  };
  const flagsOf = ({ verified = true, present = true, backedUp: backup = false }: Ceremony) =>
    (present ? userPresent : 0) | (verified ? userVerified : 0) | (backup ? backedUp : 0);

  return {
    id,
    /** The result of `navigator.credentials.create()`. */
    create(options: Options, ceremony: Ceremony = {}) {
      const authData = authenticatorData(ceremony, 0, credential);
      const { format, statement } = ceremony.attestation ?? { format: 'none', statement: [] };
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', format],
          ['attStmt', new Map(statement)],
          ['authData', new Uint8Array(authData)],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      );
      const response = {
        clientDataJSON: clientData(options, 'webauthn.create', ceremony).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['usb'],
      };
      return { id, rawId: id, type: 'public-key', response };
    },
    /** The result of `navigator.credentials.get()`. */
    get(options: Options, ceremony: Ceremony = {}) {
      uses += 1;
      const data = authenticatorData(ceremony, ceremony.counter ?? uses);
      const client = clientData(options, 'webauthn.get', ceremony);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(ceremony.userHandle && { userHandle: ceremony.userHandle }),
      };
      return { id, rawId: id, type: 'public-key', response };
    },
  };
}

export type Authenticator = ReturnType<typeof newAuthenticator>;

/** Adds a new passkey to the client's account. */
export async function addPasskey(client: Client, siteUrl: string, name = 'My phone') {
  const key = newAuthenticator(siteUrl);
  const { body: options } = await client.json('POST', '/api/user/passkeys/options', {});
  const answer = await client.json('POST', '/api/user/passkeys', { name, passkey: key.create(options) });
  if (answer.status !== 201) throw new Error(`The passkey was not added: ${JSON.stringify(answer.body)}`);
  const { passkeys } = (await client.get('/api/two_step')).body;
  return { key, passkey: passkeys.at(-1).id as number, recoveryCodes: answer.body.recovery_codes as string[] };
}
