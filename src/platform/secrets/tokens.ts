import { hkdfSync } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { addDays } from '#src/rules/calendar.rules.ts';

/** Signs and verifies session tokens. The session's row, not the token, decides what the token grants. */
export interface Tokens {
  sign(session: { id: string; userId: number; issuedAt: Date; expiresAt: Date }): Promise<string>;
  /** The session's id, or undefined if the token is forged, malformed or expired. */
  verify(token: string, now: Date): Promise<string | undefined>;
  /** A token by which a login to this account recognises the browser; it grants no access. */
  signDevice(device: Device, now: Date): Promise<string>;
  /** The device and its user, or undefined if the token is forged, malformed or expired. */
  verifyDevice(token: string, now: Date): Promise<Device | undefined>;
}

export interface Device {
  id: string;
  userId: number;
}

const Claims = z.object({ sid: z.uuid() });
const DeviceClaims = z.object({ jti: z.uuid(), sub: z.coerce.number().int() });
const algorithm = 'HS256';

/** How long an unused browser stays a known device. */
export const deviceDays = 365;

export function createTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret);
  // A separate key, so that neither kind of token is accepted as the other.
  const deviceKey = new Uint8Array(hkdfSync('sha256', secret, '', 'news-wing device', 32));
  return {
    sign: ({ id, userId, issuedAt, expiresAt }) =>
      new SignJWT({ sid: id })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(String(userId))
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key),
    verify: async (token, now) => Claims.safeParse(await payloadOf(token, key, now)).data?.sid,
    signDevice: ({ id, userId }, now) =>
      new SignJWT()
        .setProtectedHeader({ alg: algorithm })
        .setSubject(String(userId))
        .setJti(id)
        .setExpirationTime(addDays(now, deviceDays))
        .sign(deviceKey),
    verifyDevice: async (token, now) => {
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
