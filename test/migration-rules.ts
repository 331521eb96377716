// What a migration may not do while the version before still runs: decision 156. It looks for phrases in statements and
// does not understand SQL: what it finds may be harmless, and then a comment says why.

/** Begins the comment in a statement that says why no program that runs is broken by it. */
export const reasonMark = '-- Rolling upgrade:';
const reasonPattern = /^\s*-- Rolling upgrade: \S.{29,}$/m;

// Building an index, or reading all rows for a constraint, keeps others from writing for seconds and more.
const largeTables = new Set([
  'audit_log',
  'edition_pages',
  'live_entries',
  'outbox',
  'pictures',
  'search_documents',
  'search_terms',
  'security_events',
  'statement_lines',
  'stories',
  'story_revisions',
  'submission_pages',
]);

interface Rule {
  finds: RegExp;
  why: string;
}

/** For statements on tables and other things that were there before the migration. */
const rules: Rule[] = [
  { finds: /\bDROP (TABLE|COLUMN|VIEW|SEQUENCE|SCHEMA|TYPE|FUNCTION)\b/i, why: 'removes what it uses' },
  { finds: /\bRENAME\b/i, why: 'renames what it uses' },
  { finds: /\bSET NOT NULL\b/i, why: 'it may write null' },
  { finds: /\bDROP NOT NULL\b/i, why: 'it may read null' },
  { finds: /\bDROP DEFAULT\b/i, why: 'it may count on the default' },
  { finds: /\bDROP (CONSTRAINT|INDEX)\b/i, why: 'its ON CONFLICT may need the constraint' },
  { finds: /\bALTER COLUMN \S+ (SET DATA )?TYPE\b/i, why: 'changes a type, and writes the table anew' },
  { finds: /\bADD VALUE\b/i, why: 'it may read a value that it does not know' },
  { finds: /\bGENERATED ALWAYS AS \(.*\bSTORED\b/i, why: 'writes the table anew' },
  { finds: /\bCREATE UNIQUE INDEX\b/i, why: 'it may write a value twice' },
  { finds: /\bADD CONSTRAINT\b/i, why: 'it may write what the constraint forbids' },
  { finds: /^(UPDATE|DELETE FROM|MERGE|TRUNCATE)\b/i, why: 'misses the rows that it writes afterwards' },
  { finds: /^(LOCK|CLUSTER|REINDEX|VACUUM)\b/i, why: 'keeps it from writing' },
];

const named = String.raw`(?:ONLY |IF EXISTS |IF NOT EXISTS )*(?:"?public"?\.)?"?(\w+)"?`;
const created = new RegExp(String.raw`\bCREATE (?:TEMP(?:ORARY)? )?TABLE ${named}`, 'gi');
const tableOf = [
  new RegExp(String.raw`\bALTER TABLE ${named}`, 'i'),
  new RegExp(String.raw`\bCREATE (?:UNIQUE )?INDEX [^;]*? ON ${named}`, 'i'),
  new RegExp(`^(?:UPDATE|DELETE FROM|MERGE INTO|TRUNCATE(?: TABLE)?) ${named}`, 'i'),
];

/** One problem for each statement that may break the version before; `sql` is a file of db/migrations. */
export function findRollingProblems(sql: string): string[] {
  const withoutComments = sql.replace(/--.*$/gm, '');
  const newTables = new Set([...withoutComments.matchAll(created)].map(([, name = '']) => name));
  const newColumns = new Set(
    [...withoutComments.matchAll(/\bADD COLUMN (?:IF NOT EXISTS )?"?(\w+)"?/gi)].map(([, name = '']) => name),
  );
  return sql.split('--> statement-breakpoint').flatMap((part) =>
    reasonPattern.test(part)
      ? []
      : statementsOf(part).flatMap((statement) => {
          const table = tableOf.map((pattern) => pattern.exec(statement)?.[1]).find((name) => name !== undefined);
          if (table !== undefined && newTables.has(table)) return [];
          return whyNot(statement, table, newColumns).map((why) => `${statement.slice(0, 100)}: ${why}`);
        }),
  );
}

function whyNot(statement: string, table: string | undefined, newColumns: Set<string>): string[] {
  const found = rules.filter(({ finds }) => finds.test(statement)).map(({ why }) => why);
  if (
    /\bADD COLUMN\b/i.test(statement) &&
    /\bNOT NULL\b/i.test(statement) &&
    !/\bDEFAULT\b|\bGENERATED\b/i.test(statement)
  )
    found.push('it does not write the column');
  const onNewColumns =
    isConstraint.test(statement) && columnsOf(statement, table).every((name) => newColumns.has(name));
  if (onNewColumns) return [];
  if (/\bCREATE INDEX\b/i.test(statement) && table !== undefined && largeTables.has(table))
    found.push('keeps it from writing while the index is built');
  return found;
}

const isConstraint = /\bADD CONSTRAINT\b|\bCREATE UNIQUE INDEX\b/i;

/** The quoted columns of a constraint or an index: drizzle-kit quotes all names. */
function columnsOf(statement: string, table: string | undefined): string[] {
  const own = statement.replace(/\bREFERENCES\b.*/i, '');
  const names = [...own.slice(own.indexOf('(')).matchAll(/"(\w+)"/g)].map(([, name = '']) => name);
  return names.filter((name) => name !== table);
}

/** Statements without comments, without literals, and without the bodies of functions, which run later if at all. */
const statementsOf = (part: string): string[] =>
  part
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$(.*?)\$\1\$/gs, (_, _tag, body, offset, all) =>
      /\bDO\s*$/i.test(all.slice(0, offset)) ? `; ${body}` : '',
    )
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
