import { hash, verify } from '@node-rs/argon2';

// OWASP's first recommendation for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

// Compared against when there is no such account, so that the answer takes as long as for a wrong password.
let nobodysHash: Promise<string> | undefined;

/** Whether the password fits; without a hash (no such account) it takes as long and says no. */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('the password of nobody');
  const fits = await verify(passwordHash ?? (await nobodysHash), password);
  return fits && passwordHash !== undefined;
}
