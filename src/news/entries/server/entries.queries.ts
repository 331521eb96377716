import { eq, inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#src/platform/database/db.ts';

type EntryTable = PgTable & Record<'id' | 'slug' | 'version', PgColumn>;

/** Queries of entries whose slug never changes. */
export const entryQueries = <Table extends EntryTable>(table: Table) => ({
  find: async (db: Db, id: number): Promise<Table['$inferSelect'] | undefined> =>
    (
      await db
        .select()
        .from(table as PgTable) // drizzle has no types for the columns of a generic table
        .where(eq(table.id, id))
    )[0],
  /** Locks entries until the transaction ends, ordered by id to avoid deadlocks. */
  async lock(tx: Db, ids: number[]): Promise<void> {
    await tx.execute(sql`SELECT FROM ${table} WHERE ${inArray(table.id, ids)} ORDER BY ${table.id} FOR UPDATE`);
  },
  /** Changes a locked entry and increments its version. */
  async update(
    tx: Db,
    { id }: { id: number },
    change: Partial<Table['$inferInsert']> = {},
  ): Promise<Table['$inferSelect']> {
    const version = sql`${table.version} + 1`;
    const changed = await tx
      .update(table as PgTable) // as above
      .set({ ...change, version })
      .where(eq(table.id, id))
      .returning();
    return changed[0] as Table['$inferSelect']; // it is locked
  },
  async remove(tx: Db, id: number): Promise<void> {
    await tx.delete(table).where(eq(table.id, id));
  },
});

/**
 * Queries of entries whose slug changes with their name. `to` is the column of their redirects that refers to the
 * entry; an entry that has such a slug now takes precedence.
 */
export function renamableQueries<Table extends EntryTable>(table: Table, to: PgColumn) {
  const { update, remove, ...others } = entryQueries(table);
  const [redirects, entryId] = [to.table, sql.identifier(to.name)];
  const redirect = (tx: Db, slug: string, id: number) =>
    tx.execute(sql`INSERT INTO ${redirects} (slug, ${entryId}) VALUES (${slug}, ${id})
      ON CONFLICT (slug) DO UPDATE SET ${entryId} = excluded.${entryId}`);
  return {
    ...others,
    remove,
    /** Column: the former slugs of the entry. */
    formerSlugs: sql<string[]>`ARRAY(SELECT slug FROM ${redirects} WHERE ${entryId} = ${table}.id ORDER BY 1)`,
    /** Changes a locked entry and increments its version. A slug that it loses redirects to it. */
    async update(tx: Db, entry: { id: number; slug: string }, change: Partial<Table['$inferInsert']> = {}) {
      const changed = await update(tx, entry, change);
      if (changed.slug !== entry.slug) await redirect(tx, entry.slug, entry.id);
      return changed;
    },
    /** Deletes an entry; its addresses redirect to another one. */
    async replace(tx: Db, { id, slug }: { id: number; slug: string }, into: number): Promise<void> {
      await tx.execute(sql`UPDATE ${redirects} SET ${entryId} = ${into} WHERE ${entryId} = ${id}`);
      await remove(tx, id);
      await redirect(tx, slug, into);
    },
  };
}
