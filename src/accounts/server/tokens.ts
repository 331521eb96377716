import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** Signs and checks the tokens that name a session. What a token grants is decided by the session's row, not by itself. */
export interface Tokens {
  sign(session: { id: string; userId: number; issuedAt: Date; expiresAt: Date }): Promise<string>;
  /** The session's id, or undefined when the token is forged, broken or past its time. */
  read(token: string, now: Date): Promise<string | undefined>;
}

const Claims = z.object({ sid: z.uuid() });
const algorithm = 'HS256';

export function openTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret);
  return {
    sign: ({ id, userId, issuedAt, expiresAt }) =>
      new SignJWT({ sid: id })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(String(userId))
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key),
    read: async (token, now) => {
      try {
        const options = { algorithms: [algorithm], currentDate: now, requiredClaims: ['exp'] };
        const { payload } = await jwtVerify(token, key, options);
        return Claims.safeParse(payload).data?.sid;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
