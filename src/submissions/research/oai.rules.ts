// Parses requests of the Open Archives Initiative's protocol for metadata harvesting (OAI-PMH 2.0).
// Numbers in brackets are sections of https://www.openarchives.org/OAI/openarchivesprotocol.html.
import { z } from 'zod';

/** The error codes of the protocol (3.6); all are sent with status 200. */
export type OaiErrorCode =
  | 'badVerb'
  | 'badArgument'
  | 'badResumptionToken'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch'
  | 'noMetadataFormats'
  | 'noSetHierarchy';

export interface OaiProblem {
  error: OaiErrorCode;
  /** For the harvester's operator; the protocol's language is English. */
  message: string;
}

/** The content of a resumption token: the last record sent and the bounds of the first request. */
export interface ListPosition {
  afterSeconds: number;
  afterId: number;
  from?: number | undefined;
  until?: number | undefined;
  /** Records sent so far, and the size of the complete list. */
  cursor: number;
  size: number;
}

/** Datestamp range of a list, in seconds since 1970, both inclusive. */
export interface ListBounds {
  from?: number | undefined;
  until?: number | undefined;
}

export type OaiRequest =
  | { verb: 'Identify' }
  | { verb: 'ListSets' }
  | { verb: 'ListMetadataFormats'; identifier?: string }
  | { verb: 'GetRecord'; identifier: string }
  | { verb: 'ListIdentifiers' | 'ListRecords'; bounds: ListBounds }
  | { verb: 'ListIdentifiers' | 'ListRecords'; position: ListPosition };

/** The metadata format that every repository must support (2.5). */
export const metadataPrefix = 'oai_dc';

const argumentsOf: Record<string, { required: string[]; optional: string[]; exclusive?: string }> = {
  Identify: { required: [], optional: [] },
  ListMetadataFormats: { required: [], optional: ['identifier'] },
  ListSets: { required: [], optional: [], exclusive: 'resumptionToken' },
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [] },
  ListIdentifiers: {
    required: ['metadataPrefix'],
    optional: ['from', 'until', 'set'],
    exclusive: 'resumptionToken',
  },
  ListRecords: { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], exclusive: 'resumptionToken' },
};

const problem = (error: OaiErrorCode, message: string): OaiProblem => ({ error, message });

/** Parses the arguments of a request. Repeated and unknown arguments are errors. */
export function readRequest(given: readonly (readonly [string, string])[]): OaiRequest | OaiProblem {
  const verbs = given.filter(([name]) => name === 'verb');
  const [, verb = ''] = verbs[0] ?? [];
  const known = Object.hasOwn(argumentsOf, verb) ? argumentsOf[verb] : undefined;
  if (verbs.length !== 1 || !known) return problem('badVerb', 'The verb is missing, repeated or not one of the six.');
  const rest = given.filter(([name]) => name !== 'verb');
  const names = rest.map(([name]) => name);
  const args: Record<string, string> = Object.fromEntries(rest);
  if (new Set(names).size !== names.length) return problem('badArgument', 'An argument is repeated.');
  const hasExclusive = known.exclusive !== undefined && names.includes(known.exclusive);
  if (hasExclusive && names.length > 1)
    return problem('badArgument', 'A resumptionToken comes without other arguments.');
  const allowed = [...known.required, ...known.optional, ...(known.exclusive ? [known.exclusive] : [])];
  const illegal = names.find((name) => !allowed.includes(name));
  if (illegal !== undefined) return problem('badArgument', `${verb} has no argument of the name ${illegal}.`);
  const missing = hasExclusive ? undefined : known.required.find((name) => !args[name]);
  if (missing) return problem('badArgument', `${verb} needs the argument ${missing}.`);
  return requestOf(verb, args);
}

function requestOf(verb: string, args: Record<string, string>): OaiRequest | OaiProblem {
  if (args.metadataPrefix !== undefined && args.metadataPrefix !== metadataPrefix)
    return problem('cannotDisseminateFormat', `The only format here is ${metadataPrefix}.`);
  const { identifier = '' } = args;
  switch (verb) {
    case 'Identify':
      return { verb };
    case 'ListSets':
      return { verb };
    case 'ListMetadataFormats':
      return args.identifier === undefined ? { verb } : { verb, identifier };
    case 'GetRecord':
      return { verb, identifier };
    default:
      return listOf(verb as 'ListIdentifiers' | 'ListRecords', args); // the other two verbs of the table
  }
}

function listOf(verb: 'ListIdentifiers' | 'ListRecords', args: Record<string, string>): OaiRequest | OaiProblem {
  if (args.resumptionToken !== undefined) {
    const position = readToken(args.resumptionToken);
    return position ? { verb, position } : problem('badResumptionToken', 'This resumptionToken is none of ours.');
  }
  if (args.set !== undefined) return problem('noSetHierarchy', 'This repository has no sets.');
  const { from, until } = args;
  if (from !== undefined && until !== undefined && from.length !== until.length)
    return problem('badArgument', 'from and until must have the same granularity.');
  const first = from === undefined ? undefined : readDate(from, 'first');
  const last = until === undefined ? undefined : readDate(until, 'last');
  if (first === null || last === null)
    return problem('badArgument', 'A date is written as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.');
  if (first !== undefined && last !== undefined && first > last)
    return problem('badArgument', 'from must not be later than until.');
  return { verb, bounds: { from: first, until: last } };
}

// The years 1 to 9999, which fit four digits and PostgreSQL's timestamps.
const firstSecond = Date.parse('0001-01-01T00:00:00Z') / 1000;
const lastSecond = Date.parse('9999-12-31T23:59:59Z') / 1000;

const dayPattern = /^\d{4}-\d{2}-\d{2}$/; // 2026-11-21
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/; // 2026-11-21T09:30:00Z

// Both granularities are in UTC (3.3); a day as `until` includes its last second.
function readDate(text: string, second: 'first' | 'last'): number | null {
  const isDay = dayPattern.test(text);
  if (!isDay && !instantPattern.test(text)) return null;
  const at = new Date(isDay ? `${text}T00:00:00Z` : text);
  // Date rolls over a day that does not exist, such as February 30; year 0 is invalid too.
  if (!(at.getTime() >= firstSecond * 1000) || !at.toISOString().startsWith(text.slice(0, 10))) return null;
  return at.getTime() / 1000 + (isDay && second === 'last' ? 86_399 : 0);
}

/** Formats a datestamp for the protocol (3.3). */
export const oaiDate = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

const Seconds = z.number().int().min(firstSecond).max(lastSecond);
const Count = z.number().int().positive().max(2_147_483_647);

const Position = z.object({
  afterSeconds: Seconds,
  afterId: Count,
  from: Seconds.optional(),
  until: Seconds.optional(),
  cursor: Count,
  size: Count,
});

/** The token is self-contained, so it never expires (3.5). */
export const writeToken = (position: ListPosition): string =>
  btoa(JSON.stringify(position)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

function readToken(token: string): ListPosition | undefined {
  try {
    return Position.safeParse(JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/')))).data;
  } catch {
    return undefined; // not base64, or no JSON in it
  }
}

/** The identifier of an essay's record (2.4): "oai:paper.example:research/42". */
export const oaiIdentifier = (hostname: string, id: number): string => `oai:${hostname}:research/${id}`;

/** The submission's id from an identifier; undefined if it is not an identifier of this repository. */
export function idOfOai(hostname: string, identifier: string): number | undefined {
  const prefix = `oai:${hostname}:research/`;
  const digits = identifier.startsWith(prefix) ? identifier.slice(prefix.length) : '';
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : undefined;
}
