import { randomBytes } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Proof } from '#src/letters/letters.contract.ts';
import { letters } from '#src/letters/server/letters.tables.ts';
import type { Client } from '../client.ts';
import type { TestSite } from '../site.ts';

/** Fields of a valid letter of a visitor, without its proof of work. */
export const letterFields = (changes: Partial<Record<string, string | boolean>> = {}) => ({
  name: 'Ila Bose',
  place: 'Raipur',
  email: 'ila@readers.test',
  text: 'The ferry should run on Sundays.\n\nMany of us work then.',
  consent: true,
  ...changes,
});

/** Does the work of a challenge, as a browser would. */
export async function solved(challenge: Challenge): Promise<Proof> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge was not solved');
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

/** A proof of work for a letter about a story. */
export const proofFor = async (client: Client, storyId: number): Promise<Proof> =>
  solved((await client.get(`/api/stories/${storyId}/letters/challenge`)).body);

/** Sends a letter with a proof of work through the API, as `client`. */
export const sendLetter = async (
  client: Client,
  storyId: number,
  changes: Partial<Record<string, string | boolean>> = {},
  headers: Record<string, string> = {},
) =>
  client.json(
    'POST',
    `/api/stories/${storyId}/letters`,
    { ...letterFields(changes), proof: await proofFor(client, storyId) },
    headers,
  );

let count = 0;

/** Inserts a letter that waits, from another address than the others, and returns its row. */
export async function insertLetter(
  { db }: TestSite,
  storyId: number,
  changes: Partial<typeof letters.$inferInsert> = {},
) {
  count += 1;
  const { name, place, text } = letterFields();
  const letter = { storyId, name, place, text: String(text), email: `writer${count}@readers.test`, language: 'en' };
  const [row] = await db
    .insert(letters)
    .values({
      ...letter,
      consentVersion: '2026-11',
      nonce: randomBytes(16).toString('hex'),
      state: 'waiting',
      createdAt: new Date(),
      ...(changes.state === 'published' && { publishedAt: new Date(), decidedAt: new Date() }),
      ...changes,
    })
    .returning();
  if (!row) throw new Error('The letter was not stored');
  return row;
}
