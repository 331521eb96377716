import type { Challenge } from '#src/calls/proof-of-work.ts';
import { letters } from '#src/letters/server/letters.tables.ts';
import type { Client } from '../client.ts';
import type { TestSite } from '../site.ts';
import { withProof } from './proofs.ts';

/** Fields of a valid letter of a visitor, without its proof of work. */
export const letterFields = (changes: Partial<Record<string, string | boolean>> = {}) => ({
  name: 'Ila Bose',
  place: 'Raipur',
  email: 'ila@readers.test',
  text: 'The ferry should run on Sundays.\n\nMany of us work then.',
  consent: true,
  ...changes,
});

/** Sends a letter with a proof of work through the API, as `client`. */
export const sendLetter = (
  client: Client,
  storyId: number,
  changes: Partial<Record<string, string | boolean>> = {},
  headers: Record<string, string> = {},
) =>
  withProof((proof) =>
    client.json('POST', `/api/stories/${storyId}/letters`, letterFields(changes), { ...headers, ...proof }),
  );

/** The challenge that a letter without a proof is answered with. */
export const challengeFor = async (client: Client, storyId: number): Promise<Challenge> =>
  (await client.json('POST', `/api/stories/${storyId}/letters`, letterFields())).body.challenge;

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
      state: 'waiting',
      createdAt: new Date(),
      ...(changes.state === 'published' && { publishedAt: new Date(), decidedAt: new Date() }),
      ...changes,
    })
    .returning();
  if (!row) throw new Error('The letter was not stored');
  return row;
}
