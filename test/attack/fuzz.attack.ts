// Arbitrary and nearly valid requests to every call and every page, in every role. FUZZ_RUNS sets the number of runs,
// FUZZ_SEED repeats a run.
import { setTimeout as sleep } from 'node:timers/promises';
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, expect } from 'vitest';
import type { Client } from '../client.ts';
import { attack } from './attack.ts';
import { addressesOf, addressPatterns } from './fuzz/addresses.ts';
import { send, wrongWith } from './fuzz/line.ts';
import { fillPaper, logInAgain, newAccount, newAddress, type Paper, type Role, roles, stranger } from './fuzz/paper.ts';
import { type Operation, operationsOf, pageRequests, requestsFor, type Sent } from './fuzz/requests.ts';
import { memoryOf, watchedSiteForFile } from './watched-site.ts';

const site = watchedSiteForFile({ PAGE_CACHE_MB: '8' }, { measured: true });
const runs = Number(process.env.FUZZ_RUNS ?? 3); // per call and role
const warmUpRuns = 2;
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
// An honest request to these starts a process: they get fewer runs, one at a time, and a longer timeout.
const heavy = [
  ...['POST /api/upload-pdf', 'PUT /api/editions/{id}', 'POST /api/editions/{id}/clips', 'POST /api/compose/preview'],
  ...['POST /api/create-article', 'POST /api/submissions/{id}/versions', 'POST /api/submissions/{id}/pdf'],
  ...['POST /api/compositions', 'POST /api/editions/{id}/prepare'],
];

let paper: Paper;
let operations: Operation[];
const people = new Map<Role, Client>();
beforeAll(async () => {
  paper = await fillPaper(site);
  operations = operationsOf((await site.client.get('/api/openapi.json')).body);
});

/** A user of a role, with a valid session. */
async function personOf(role: Role): Promise<Client> {
  if (role === 'visitor') return stranger(site);
  const person = people.get(role) ?? (await newAccount(site, paper.admin, role));
  people.set(role, person);
  return person;
}

let count = 0;
let slowest = { tookMs: 0, what: '' };

/** Sends a request as a user; throws if the response is wrong. */
async function ask(role: Role, request: Sent, patienceMs = 2000): Promise<void> {
  const person = await personOf(role);
  const headers: Record<string, string> = { ...request.headers, ...newAddress() };
  if (person.token) headers.authorization = `Bearer ${person.token}`;
  const got = await send(site.client.url, { ...request, headers });
  // Why the site cannot reach its own address is what this check is for.
  if (request.path === '/api/health/address') got.body = got.body.replaceAll('ECONNREFUSED', '');
  count += 1;
  // The request has ended its own session or deleted its account.
  if (got.status === 401 && role !== 'visitor') {
    const again = await logInAgain(site, person);
    if (again) people.set(role, again);
    else people.delete(role);
  }
  if (got.tookMs > slowest.tookMs)
    slowest = { tookMs: got.tookMs, what: `${request.method} ${request.path}`.slice(0, 80) };
  let wrong = wrongWith(got, patienceMs);
  // A busy machine is not a bug: a response must be slow twice in a row to fail.
  if (wrong?.startsWith('took')) wrong = wrongWith(await send(site.client.url, { ...request, headers }), patienceMs);
  if (wrong) throw new Error(wrong);
}

interface Fuzzed {
  name: string;
  requests: Arbitrary<Sent>;
  as: readonly Role[];
  numRuns: number;
  patienceMs?: number;
}

/** Sends the runs of each request kind, `atOnce` kinds at a time; returns failures with their requests. */
async function fuzz(all: Fuzzed[], atOnce = 3): Promise<string[]> {
  const failures: string[] = [];
  const left = [...all];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { name, requests, as, numRuns, patienceMs } = next;
      const property = fc.asyncProperty(fc.constantFrom(...as), requests, (role, request) =>
        ask(role, request, patienceMs),
      );
      const result = await fc.check(property, { seed, numRuns, interruptAfterTimeLimit: 60_000 });
      if (result.failed && result.counterexample)
        failures.push(`${name} ${result.errorInstance}: ${shown(...result.counterexample)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return failures;
}

const shown = (role: Role, { body, ...request }: Sent) =>
  `${role} ${JSON.stringify(request)} ${JSON.stringify(
    Buffer.from(body ?? '')
      .toString('latin1')
      .slice(0, 1500),
  )}`;

const summary = () => `${count} requests, slowest ${Math.round(slowest.tookMs)} ms (${slowest.what}), seed ${seed}`;

async function fuzzCalls(runs: number): Promise<string[]> {
  const fuzzed = operations.map((operation) => {
    const name = `${operation.method} ${operation.path}`;
    const requests = requestsFor(operation, paper.known, paper.examples[name]);
    return { name, requests, as: roles, numRuns: runs * roles.length };
  });
  const isHeavy = ({ name }: Fuzzed) => heavy.includes(name);
  const quick = await fuzz(fuzzed.filter((one) => !isHeavy(one)));
  const slow = fuzzed.filter(isHeavy).map((one) => ({ ...one, numRuns: Math.floor(runs / 2), patienceMs: 10_000 }));
  return [...quick, ...(await fuzz(slow, 1))];
}

attack(
  'every call of the API, asked arbitrarily by everybody',
  async ({ refused, honest }) => {
    process.stdout.write(`fuzz: seed ${seed}\n`);
    await fuzzCalls(warmUpRuns); // warm-up: the first requests of a kind leave compiled code in memory
    const before = await memoryOf(site);
    expect(await fuzzCalls(runs)).toEqual([]);
    await sleep(2000);
    const after = await memoryOf(site);
    expect(after.residentMb).toBeLessThan(before.residentMb * 1.2);
    refused(`no 5xx, nothing of the inside; ${summary()}; ${before.residentMb} MB, then ${after.residentMb} MB`);
    expect((await paper.admin.get('/api/admin')).status).toBe(200);
    honest('200');
  },
  3_600_000,
);

attack(
  'every page, asked for with arbitrary addresses',
  async ({ refused, honest }) => {
    const fuzzed = addressPatterns.map((pattern) => ({
      name: `/${pattern}`,
      requests: pageRequests(addressesOf(pattern, paper.known)),
      as: ['visitor', 'visitor', 'reader'] as const,
      numRuns: runs * 2,
    }));
    expect(await fuzz(fuzzed)).toEqual([]);
    refused(`no 5xx, nothing of the inside; ${summary()}`);
    expect((await site.client.get('/news')).status).toBe(200);
    honest('200');
  },
  3_600_000,
);
