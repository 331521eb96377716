import { and, desc, eq, ilike, lt, ne, or } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { containsPattern } from '#src/platform/database/like.ts';
import type { EnquiryFilter } from '../enquiries.contract.ts';
import { enquiries } from './enquiries.tables.ts';

export type EnquiryRow = typeof enquiries.$inferSelect;

export const createEnquiry = async (db: Db, enquiry: typeof enquiries.$inferInsert): Promise<number> => {
  const [created] = await db.insert(enquiries).values(enquiry).returning({ id: enquiries.id });
  return (created as { id: number }).id; // an insert without conflict returns its row
};

/** Enquiries that match a filter, newest first, before an id. */
export function listEnquiries(
  db: Db,
  { programme, state, search }: EnquiryFilter,
  limit: number,
  before?: number,
): Promise<EnquiryRow[]> {
  const like = containsPattern(search);
  return db
    .select()
    .from(enquiries)
    .where(
      and(
        programme && eq(enquiries.programme, programme),
        state && eq(enquiries.state, state),
        like ? or(ilike(enquiries.name, like), ilike(enquiries.email, like), ilike(enquiries.mobile, like)) : undefined,
        before === undefined ? undefined : lt(enquiries.id, before),
      ),
    )
    .orderBy(desc(enquiries.id))
    .limit(limit);
}

export const updateEnquiry = async (
  db: Db,
  id: number,
  change: Partial<typeof enquiries.$inferInsert>,
): Promise<EnquiryRow | undefined> =>
  (await db.update(enquiries).set(change).where(eq(enquiries.id, id)).returning())[0];

export const deleteEnquiriesBefore = async (db: Db, instant: Date): Promise<number> => {
  const { rowCount } = await db
    .delete(enquiries)
    .where(and(ne(enquiries.state, 'new'), lt(enquiries.changedAt, instant)));
  return rowCount ?? 0;
};

/** How many enquiries nobody has answered. */
export const countNew = (db: Db): Promise<number> => db.$count(enquiries, eq(enquiries.state, 'new'));
