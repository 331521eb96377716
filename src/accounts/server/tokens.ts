import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** Signs and checks the tokens that name a session. What a token grants is decided by the session's row, not by itself. */
export interface Tokens {
  sign(session: { id: string; userId: number; expiresAt: Date }): Promise<string>;
  /** The session's id, or undefined when the token is forged, broken or past its time. */
  read(token: string, now: Date): Promise<string | undefined>;
}

const Claims = z.object({ sid: z.uuid() });
const algorithm = 'HS256';

export function openTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret);
  return {
    sign: ({ id, userId, expiresAt }) =>
      new SignJWT({ sid: id })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(String(userId))
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key),
    read: async (token, now) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          currentDate: now,
          requiredClaims: ['exp'],
        });
        return Claims.safeParse(payload).data?.sid;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
