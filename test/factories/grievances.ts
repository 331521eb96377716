import { grievances } from '#src/grievances/server/grievances.tables.ts';
import type { TestSite } from '../site.ts';

/** Fields of a valid grievance. */
export const grievanceFields = (changes: Partial<Record<string, string>> = {}) => ({
  name: 'Test Complainant',
  email: 'complainant@readers.test',
  topic: 'story',
  text: 'The story names the wrong street.',
  ...changes,
});

/** Inserts a grievance and returns its row. */
export async function fileGrievance({ db }: TestSite, changes: Partial<typeof grievances.$inferInsert> = {}) {
  const grievance = { ...grievanceFields(), topic: 'story' as const, receivedAt: new Date() };
  const [row] = await db
    .insert(grievances)
    .values({ ...grievance, ...changes })
    .returning();
  if (!row) throw new Error('The grievance was not kept');
  return row;
}
