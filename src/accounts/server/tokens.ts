import { hkdfSync } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** Signs and checks the tokens that name a session. What a token grants is decided by the session's row, not by itself. */
export interface Tokens {
  sign(session: { id: string; userId: number; issuedAt: Date; expiresAt: Date }): Promise<string>;
  /** The session's id, or undefined when the token is forged, broken or past its time. */
  read(token: string, now: Date): Promise<string | undefined>;
  /** A token by which a browser is known again at the login of this account; it opens nothing. */
  signDevice(device: Device, now: Date): Promise<string>;
  /** Which device of whom a browser says it is, or undefined when the token is forged, broken or past its time. */
  readDevice(token: string, now: Date): Promise<Device | undefined>;
}

export interface Device {
  id: string;
  userId: number;
}

const Claims = z.object({ sid: z.uuid() });
const DeviceClaims = z.object({ jti: z.uuid(), sub: z.coerce.number().int() });
const algorithm = 'HS256';

/** How long a browser stays known that is not used. */
export const deviceDays = 365;

export function openTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret);
  // A key of its own: neither kind of token is ever taken for the other.
  const deviceKey = new Uint8Array(hkdfSync('sha256', secret, '', 'news-wing device', 32));
  return {
    sign: ({ id, userId, issuedAt, expiresAt }) =>
      new SignJWT({ sid: id })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(String(userId))
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key),
    read: async (token, now) => Claims.safeParse(await payloadOf(token, key, now)).data?.sid,
    signDevice: ({ id, userId }, now) =>
      new SignJWT()
        .setProtectedHeader({ alg: algorithm })
        .setSubject(String(userId))
        .setJti(id)
        .setExpirationTime(new Date(now.getTime() + deviceDays * 86_400_000))
        .sign(deviceKey),
    readDevice: async (token, now) => {
      const { data } = DeviceClaims.safeParse(await payloadOf(token, deviceKey, now));
      return data && { id: data.jti, userId: data.sub };
    },
  };
}

async function payloadOf(token: string, key: Uint8Array, now: Date): Promise<JWTPayload | undefined> {
  try {
    const options = { algorithms: [algorithm], currentDate: now, requiredClaims: ['exp'] };
    return (await jwtVerify(token, key, options)).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
