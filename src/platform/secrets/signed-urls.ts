import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { openSignedCodes, type SignedCodes, signingKey } from './signed-codes.ts';

/** Signed URLs: a file can be fetched for a short time without a token in a header, as pictures and links require. */
export interface SignedUrls extends SignedCodes {
  /**
   * Signs access to `file` for a session, or for the user who shares it; for 15 minutes by default. The route that
   * verifies it checks whether the session has ended, or what that user may see now.
   */
  sign(file: string, issuedTo: string, now: Date, lastsMs?: number): Promise<string>;
  /** Whom a signature for exactly this file was issued to; undefined if it is invalid or has expired. */
  verify(token: string, file: string, now: Date): Promise<string | undefined>;
}

const Claims = z.object({ sub: z.string(), sid: z.string() });
const algorithm = 'HS256';
const audience = 'pass'; // distinguishes these tokens from session tokens
export const quarterHourMs = 15 * 60_000;

export function openSignedUrls(secret: string): SignedUrls {
  const key = signingKey(secret);
  return {
    sign: (file, issuedTo, now, lastsMs = quarterHourMs) =>
      new SignJWT({ sid: issuedTo })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(file)
        .setAudience(audience)
        .setExpirationTime(new Date(now.getTime() + lastsMs))
        .sign(key),
    verify: async (token, file, now) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          audience,
          subject: file,
          currentDate: now,
          requiredClaims: ['exp'],
        });
        return Claims.parse(payload).sid;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
    ...openSignedCodes(secret),
  };
}
