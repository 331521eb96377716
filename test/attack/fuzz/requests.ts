// Arbitrary requests to each call in the API description, and to the pages.
import fc, { type Arbitrary } from 'fast-check';
import { bodiesFor, type Members, noBody, textOf } from './bodies.ts';
import { type Known, nearly, type Schema } from './schemas.ts';
import { anyText, hostileText } from './texts.ts';

/** A request as sent over the wire. */
export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array | undefined;
}

/** One operation of /api/openapi.json. */
export interface Operation {
  method: string;
  path: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Description {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
}

// The fuzz run's own accounts have small ids; requests must not disable them.
const leastPerson = 1000;

/** The operations in the API description. */
export const operationsOf = ({ paths }: Description): Operation[] =>
  // The answer of an event stream does not end; live.attack.ts asks for it.
  Object.entries(paths)
    .filter(([path]) => !path.endsWith('/live/events'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
        parameters: (operation.parameters ?? []).map((one) =>
          path.startsWith('/api/people/') ? { ...one, schema: { ...one.schema, minimum: leastPerson } } : one,
        ),
      })),
    );

/** A valid request: its path and query parameters and the members of its body. */
export interface Example {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Members;
}

/** Requests for an operation: valid ones with one or two errors, nearly valid ones, and arbitrary ones. */
export function requestsFor(operation: Operation, known: Known, example: Example = {}): Arbitrary<Sent> {
  const { method, path, parameters = [], requestBody } = operation;
  const given = (place: 'path' | 'query') => {
    const wanted = parameters.filter((one) => one.in === place);
    const near = fc.record(Object.fromEntries(wanted.map(({ name, schema }) => [name, nearly(schema, known)])), {
      requiredKeys: place === 'path' ? wanted.map(({ name }) => name) : [],
    });
    const honest = example[place];
    return honest ? fc.oneof({ weight: 3, arbitrary: fc.constant(honest) }, near) : near;
  };
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const body = content ? bodiesFor(type ?? '', content.schema, known, example.body) : noBody;
  return fc
    .tuple(given('path'), queries(given('query')), headers, method === 'GET' ? noBody : body)
    .map(([inPath, query, more, { headers: own, body }]) => ({
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name) => inAddress(textOf(inPath[name]))) + query,
      headers: { ...more, ...own },
      body,
    }));
}

/** A text as a part of a URL; lone surrogates cannot be encoded. */
export const inAddress = (text: string): string => encodeURIComponent(text.toWellFormed());

const queryOf = (entries: [string, unknown][]) =>
  entries.length
    ? `?${entries.map(([name, value]) => `${inAddress(name)}=${inAddress(textOf(value))}`).join('&')}`
    : '';

/** Query strings: the declared parameters, with others added, or anything after a question mark. */
const queries = (wanted: Arbitrary<Record<string, unknown>>): Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: wanted.map((values) => queryOf(Object.entries(values))) },
    fc
      .tuple(wanted, fc.array(fc.tuple(anyText, anyText), { maxLength: 3 }))
      .map(([values, more]) => queryOf([...Object.entries(values), ...more])),
    fc.constantFrom('?', '?%', '?%zz=%', '?a[]=1&a[b]=2', '?a&b&&=', `?${'a=1&'.repeat(300)}`),
  );

// What a header may contain on the wire: Latin-1 without control characters.
const headerValue = fc
  .oneof(hostileText, anyText)
  .map((text) => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 500));
const everyHeader = fc.record({
  accept: fc.oneof(fc.constantFrom('image/avif', 'text/html', '*/*', 'application/json'), headerValue),
  'accept-encoding': fc.oneof(fc.constantFrom('br', 'gzip', 'identity;q=0', '*'), headerValue),
  'accept-language': fc.oneof(fc.constantFrom('hi', 'ur;q=0.5,*', 'xx-yy;q=nan'), headerValue),
  'if-none-match': fc.oneof(fc.constantFrom('*', 'W/"x"'), headerValue),
  'if-range': headerValue,
  'if-modified-since': headerValue,
  range: fc.oneof(fc.constantFrom('bytes=0-0', 'bytes=-1', 'bytes=99999999999-', 'bytes=0-1,3-4'), headerValue),
  origin: fc.oneof(fc.constantFrom('null', 'https://evil.example'), headerValue),
  referer: headerValue,
  'user-agent': headerValue,
  cookie: headerValue,
  'x-forwarded-host': headerValue,
  'x-forwarded-proto': fc.oneof(fc.constantFrom('https', 'javascript'), headerValue),
  'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
  'x-request-id': headerValue,
});
/** At most two: a foreign Origin, for example, ends a request early. */
const headers = everyHeader.chain((all) =>
  fc
    .subarray(Object.keys(all) as (keyof typeof all)[], { maxLength: 2 })
    .map((names): Record<string, string> => Object.fromEntries(names.map((name) => [name, all[name]]))),
);

/** GET and HEAD requests for a path, with arbitrary headers. */
export const pageRequests = (paths: Arbitrary<string>): Arbitrary<Sent> =>
  fc
    .tuple(fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), paths, headers)
    .map(([method, path, more]) => ({ method, path, headers: more }));
