import { Secret, TOTP } from 'otpauth';
import type { Client } from '../client.ts';

/** The TOTP code for this secret, now or that many milliseconds later. */
export const codeOf = (secret: string, laterMs = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + laterMs });

/** Sets up an authenticator app for the client's account. This consumes the code of the current 30 s. */
export async function setUpApp(client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await client.json('POST', '/api/two_step', {})).body;
  const { status, body } = await client.json('POST', '/api/two_step/confirm', { code: codeOf(secret) });
  if (status !== 200) throw new Error(`The app was not taken into use: ${JSON.stringify(body)}`);
  return { secret, recoveryCodes: body.recovery_codes };
}
