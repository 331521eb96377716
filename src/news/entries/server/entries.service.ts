import type { TextKey } from '#src/messages/catalogue.ts';
import type { LocalNames } from '#src/news/schema/columns.rules.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { type Db, violatedConstraint } from '#src/platform/database/db.ts';
import { AppError, invalid } from '#src/platform/errors.ts';

/** A kind of entries that stories refer to and editors maintain, such as topics. */
export interface EntryKind<Entry extends { version: number }> {
  /** The beginning of the actions and subjects of its audit events. */
  name: 'category' | 'topic' | 'series' | 'author';
  /** The area of its texts in the catalogue. */
  texts: 'taxonomy' | 'tagging' | 'bylines';
  notFound: TextKey;
  find(db: Db, id: number): Promise<Entry | undefined>;
  lock(tx: Db, ids: number[]): Promise<void>;
  /** The entry as the API shows it, if it is not the row. */
  view?(entry: Entry): unknown;
}

type Version = number | undefined;

/** Throws `not_found`. */
export async function readEntry<E extends { version: number }>(kind: EntryKind<E>, db: Db, id: number): Promise<E> {
  const entry = await kind.find(db, id);
  if (!entry) throw new AppError('not_found', kind.notFound);
  return entry;
}

/** Locks an entry for a change. Throws `not_found`, and `conflict` with the entry if `version` is outdated. */
export async function lockEntry<E extends { version: number }>(
  kind: EntryKind<E>,
  tx: Db,
  id: number,
  version: Version,
): Promise<E> {
  await kind.lock(tx, [id]);
  const entry = await readEntry(kind, tx, id);
  if (version === undefined || version === entry.version) return entry;
  const current = kind.view?.(entry) ?? entry;
  throw new AppError('conflict', `${kind.texts}.changedMeanwhile`, { extra: { current } });
}

/** Locks an entry and the one that it is merged into. Throws `invalid` if they are the same, and as `lockEntry` does. */
export async function lockForMerge<E extends { version: number }>(
  kind: EntryKind<E>,
  tx: Db,
  id: number,
  { into, version }: { into: number; version?: Version },
): Promise<{ entry: E; target: E }> {
  if (into === id) throw invalid({ into: { key: `${kind.texts}.intoItself` } });
  await kind.lock(tx, [id, into]);
  return { entry: await lockEntry(kind, tx, id, version), target: await readEntry(kind, tx, into) };
}

/** Records what has been done to an entry. */
export const recordEntry = (
  ctx: Context,
  db: Db,
  { name }: Pick<EntryKind<never>, 'name'>,
  id: number,
  what: string,
  details: Record<string, unknown>,
): Promise<void> => recordAuditEvent(ctx, db, { action: `${name}.${what}`, subject: `${name} ${id}`, details });

/** For `catch`: maps the violation of a unique constraint to `conflict`, by the field that must be unique and why. */
export const refuseTaken =
  (taken: Record<string, [field: string, TextKey]>) =>
  (error: unknown): never => {
    const [field, key] = taken[violatedConstraint(error) ?? ''] ?? [];
    throw field && key ? new AppError('conflict', key, { fields: { [field]: { key } } }) : error;
  };

/** The names that are not empty. */
export const cleanNames = (names: LocalNames | undefined): LocalNames | undefined =>
  names && Object.fromEntries(Object.entries(names).filter(([, name]) => name));
