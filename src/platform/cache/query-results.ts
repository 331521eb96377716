import { arePublished, type Change, type VisibleRows } from './change-triggers.ts';
import {
  type FindResult,
  type RecordedQuery,
  type Recording,
  type Result,
  resultAndHash,
  type UnsentQuery,
} from './recorded-queries.ts';
import type { Replica } from './replica.ts';

/** A query whose result some cached pages show. */
interface Query extends Pick<RecordedQuery, 'args' | 'row'> {
  key: string;
  tables: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Hash of the newest known result. */
  hash: string;
  /** That result, if several pages show it, or until the page is rendered for which it was checked. */
  result: Result | undefined;
  /** Number of the last change that may have affected the result, and when it came. */
  changed: number;
  changedAt: number;
  /** Number of the last change that the known result reflects. */
  checked: number;
  checking: Promise<void> | undefined;
  users: number;
}

/** The result of a query as a page shows it. */
export interface Dependency {
  query: Query;
  hash: string;
  atEdge: boolean;
}

/** `changed`: shows something else by now. `edge`: only at its edge. `unknown`: a query has to be sent again first. */
export type Currency = { is: 'current' | 'unknown' | 'changed' } | { is: 'edge'; since: number };

/** The results that cached pages show, each query once, and which of them may have changed. */
export interface QueryResults {
  /** The number of the last change. */
  lastChange(): number;
  /**
   * What a page depends on that was rendered since a change; `release` it when the page is dropped. Undefined if its
   * queries cannot be repeated, or read tables whose changes are not published.
   */
  track(recording: Recording, since: number): Dependency[] | undefined;
  release(dependencies: readonly Dependency[]): void;
  /** Applies committed changes; undefined when any row may have changed. */
  apply(changes: readonly Change[] | undefined): void;
  currencyOf(dependencies: readonly Dependency[]): Currency;
  /** Sends the queries again whose results may have changed. Throws when the database cannot be reached. */
  check(dependencies: readonly Dependency[]): Promise<void>;
  /**
   * The result of a query that several pages show; sent again first if it may have changed. That of others, if there is a
   * replica that can answer them.
   */
  find: FindResult;
}

export interface QueryResultsOptions {
  pool: { query(config: object, values: unknown[]): Promise<Result> };
  /** Queried first. */
  replica?: Pick<Replica, 'query'> | undefined;
  tables: ReadonlySet<string>;
  visibleRows: readonly VisibleRows[];
  now(): Date;
}

export function openQueryResults({ pool, replica, tables, visibleRows, now }: QueryResultsOptions): QueryResults {
  const read = openTextReader(tables);
  const mayAffect = openEffects(visibleRows);
  const queries = new Map<string, Query>();
  const byTable = new Map<string, Set<Query>>();
  let last = 0;
  // Renderings that began before a change register their queries after it, so recent changes are looked up again.
  let recent: { number: number; change: Change | undefined }[] = [];

  const mark = (query: Query, number: number) => {
    if (query.changed <= query.checked) query.changedAt = now().getTime();
    query.changed = number;
  };
  const register = (recorded: RecordedQuery, since: number): Query => {
    const { text, args, result, hash, row } = recorded;
    const key = keyOf(recorded);
    const known = queries.get(key);
    if (known) {
      if (known.checked <= since) Object.assign(known, { hash, result: freeze(result), checked: since });
      return known;
    }
    const times = { changed: 0, changedAt: 0, checked: since };
    const shown = { hash, result: undefined, checking: undefined, users: 0 };
    const query: Query = { ...read(text), ...(row && { row }), key, args, ...shown, ...times };
    for (const { number, change } of recent)
      if (number > since && (!change || mayAffect(change, query))) mark(query, number);
    return query;
  };
  const retain = (query: Query) => {
    query.users += 1;
    if (query.users > 1) return;
    queries.set(query.key, query);
    for (const table of query.tables) byTable.set(table, (byTable.get(table) ?? new Set()).add(query));
  };
  const drop = (query: Query) => {
    query.users -= 1;
    if (query.users < 2) query.result = undefined;
    if (query.users > 0) return;
    queries.delete(query.key);
    for (const table of query.tables) byTable.get(table)?.delete(query);
  };

  // A change that comes while the query runs may or may not be in its result, so the query stays unchecked.
  const checkOnce = async (query: Query) => {
    const before = last;
    const { result, hash } = resultAndHash((await replica?.query(...query.args)) ?? (await pool.query(...query.args)));
    query.result = hash === query.hash && query.users < 2 ? undefined : freeze(result);
    query.hash = hash;
    query.checked = before;
  };
  const checkQuery = (query: Query): Promise<void> => {
    query.checking ??= checkOnce(query).finally(() => {
      query.checking = undefined;
    });
    return query.checking;
  };
  // A replica has replayed all published changes, but perhaps no others.
  const findOnReplica = async ({ text, args }: UnsentQuery) => {
    if (!replica || !arePublished(read(text).tables)) return undefined;
    const result = await replica.query(...args);
    return result && resultAndHash(result);
  };

  return {
    lastChange: () => last,
    track({ queries: recorded, unrepeatable }, since) {
      if (unrepeatable > 0 || !recorded.every(({ text }) => arePublished(read(text).tables))) return undefined;
      return recorded.map((one) => {
        const query = register(one, since);
        retain(query);
        return { query, hash: one.hash, atEdge: one.atEdge };
      });
    },
    release(dependencies) {
      for (const { query } of dependencies) drop(query);
    },
    apply(changes) {
      for (const change of changes ?? [undefined]) {
        last += 1;
        recent.push({ number: last, change });
        const affected = change ? (byTable.get(change.table) ?? []) : queries.values();
        for (const query of affected) if (!change || mayAffect(change, query)) mark(query, last);
      }
      if (recent.length > 2 * keptChanges) recent = recent.slice(-keptChanges);
    },
    currencyOf,
    async check(dependencies) {
      await Promise.all(dependencies.filter(({ query }) => isUnchecked(query)).map(({ query }) => checkQuery(query)));
    },
    async find(unsent) {
      const query = queries.get(keyOf(unsent));
      if (!query?.result) return findOnReplica(unsent);
      if (isUnchecked(query)) await checkQuery(query);
      const { result, hash } = query; // pages may have been dropped meanwhile, and with them the result
      return result && !isUnchecked(query) ? { result, hash } : undefined;
    },
  };
}

/** Reads which tables and which words a query's text has. */
function openTextReader(tables: ReadonlySet<string>) {
  const texts = new Map<string, Pick<Query, 'tables' | 'words'>>();
  return (text: string) => {
    const known = texts.get(text);
    if (known) return known;
    const words = new Set(text.match(/\w+|(?<!\()\*/g) ?? []); // `*` for "stories".*, but not for count(*)
    const read = { tables: new Set([...words].filter((word) => tables.has(word))), words };
    if (texts.size < 1000) texts.set(text, read); // texts are few; values are parameters
    return read;
  };
}

/** Decides whether a change may affect the result of a query. */
function openEffects(visibleRows: readonly VisibleRows[]) {
  const owners = new Map(visibleRows.map(({ table, partOf }) => [table, partOf?.table]));
  return ({ table, id, columns }: Change, query: Query): boolean => {
    if (!query.tables.has(table)) return false;
    const owner = owners.get(table);
    if (owner && query.tables.has(owner)) return false; // published as a change of the owner too
    if (id && query.row?.table === table && query.row.id !== id) return false;
    return !columns || columns.some((column) => query.words.has(column)) || query.words.has('*');
  };
}

function keyOf({ text, args: [config, values], row }: UnsentQuery): string {
  const mode = (config as { rowMode?: string }).rowMode ?? '';
  return `${mode} ${row ? `${row.table} ${row.id}` : ''} ${text} ${JSON.stringify(values)}`;
}

const isUnchecked = ({ changed, checked }: Query) => changed > checked;

function currencyOf(dependencies: readonly Dependency[]): Currency {
  let edgeSince = Number.POSITIVE_INFINITY;
  let unknown = false;
  for (const { query, hash, atEdge } of dependencies) {
    if (isUnchecked(query)) unknown = true;
    else if (query.hash === hash) continue;
    else if (!atEdge) return { is: 'changed' };
    else edgeSince = Math.min(edgeSince, query.changedAt);
  }
  if (unknown) return { is: 'unknown' };
  return edgeSince === Number.POSITIVE_INFINITY ? { is: 'current' } : { is: 'edge', since: edgeSince };
}

/** Several renderings get the same result, so none may change it. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

// A rendering takes less time than this number of changes.
const keptChanges = 10_000;
