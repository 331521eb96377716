import { createHmac, hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** Lets one file be fetched for a short while by an address alone, as pictures and links in a page are. */
export interface Passes {
  /** `what` names the file; `sessionId` is who asked. The pass is worth nothing once that session has ended. */
  issue(what: string, sessionId: string, now: Date, lastsMs?: number): Promise<string>;
  /** The session that a pass for exactly this file was issued to, or undefined when it does not hold. */
  check(pass: string, what: string, now: Date): Promise<string | undefined>;
  /** Letters and digits (base32) that only this site can make for a text: a check on what it gave out without keeping it. */
  mark(text: string, length: number): string;
}

const Claims = z.object({ sub: z.string(), sid: z.string() });
const algorithm = 'HS256';
const audience = 'pass'; // never taken for a session's token, nor one of those for a pass
const quarterHourMs = 15 * 60_000;

export function openPasses(secret: string): Passes {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'news-wing pass', 32));
  return {
    issue: (what, sessionId, now, lastsMs = quarterHourMs) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(what)
        .setAudience(audience)
        .setExpirationTime(new Date(now.getTime() + lastsMs))
        .sign(key),
    check: async (pass, what, now) => {
      try {
        const { payload } = await jwtVerify(pass, key, {
          algorithms: [algorithm],
          audience,
          subject: what,
          currentDate: now,
          requiredClaims: ['exp'],
        });
        return Claims.parse(payload).sid;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
    mark: (text, length) =>
      [...createHmac('sha256', key).update(text).digest().subarray(0, length)]
        .map((byte) => base32.charAt(byte % 32))
        .join(''),
  };
}

/** The letters and digits of base32 (RFC 4648): none that is taken for another when it is read aloud. */
export const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
