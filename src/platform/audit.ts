import { and, desc, ilike, lt, or } from 'drizzle-orm';
import { auditLog } from './audit.tables.ts';
import type { Context } from './context.ts';
import type { Db } from './db.ts';

export interface Act {
  /** Such as "person.disabled". */
  action: string;
  /** What it was done to, such as "person 12". */
  subject: string;
  /** What helps to understand it later. Never a password, a token or a document's text. */
  details?: Record<string, unknown>;
}

/** Writes down an act of the context's actor, in the transaction of the act itself. */
export const recordAct = (ctx: Pick<Context, 'actor' | 'now'>, db: Db, act: Act): Promise<void> =>
  recordActs(ctx, db, [act]);

/** The same for many at once. */
export async function recordActs({ actor, now }: Pick<Context, 'actor' | 'now'>, db: Db, acts: Act[]): Promise<void> {
  if (acts.length === 0) return;
  const by =
    actor.role === 'visitor' ? { actorId: null, actor: 'News Wing' } : { actorId: actor.userId, actor: actor.name };
  const at = now();
  await db.insert(auditLog).values(acts.map((act) => ({ ...act, ...by, at })));
}

export type AuditEntry = typeof auditLog.$inferSelect;

/** Acts, newest first, before an entry's id; `search` looks into who, what and on what. */
export const listActs = (
  db: Db,
  { search, before, limit }: { search?: string | undefined; before?: number | undefined; limit: number },
): Promise<AuditEntry[]> => {
  const like = search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined;
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        before === undefined ? undefined : lt(auditLog.id, before),
        like ? or(ilike(auditLog.actor, like), ilike(auditLog.action, like), ilike(auditLog.subject, like)) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
};
