// Checks whether addresses on the public web answer. They come from users, so that a request must not reach our own
// network (server-side request forgery): each address is resolved and checked when the connection is made, also after a
// redirect, and no body is read.
import { promises as dns } from 'node:dns';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export type LinkState = 'found' | 'missing' | 'failed' | 'refused';

export interface ProbeOptions {
  /** Hosts that may be requested although they are not public or not https, such as "intranet.example:8080". */
  allowed: readonly string[];
  timeoutMs: number;
}

export const mostRedirects = 5;
class RefusedError extends Error {}

// All that is assigned of IPv6. Outside of it are IPv4 addresses in other forms, such as ::127.0.0.1.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

// Whether an IP address is one of the public internet.
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast));
}

// Called for the connection itself, so that a name cannot resolve to another address between a check and its use.
const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname).then(
    (addresses) => {
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new RefusedError('not a public address'), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    },
    (error) => done(error, '', 0),
  );
};

// Not the system's lookup (getaddrinfo): it waits for name servers in one of two threads, which no timeout ends and for
// which all other lookups of the process wait.
async function resolve(hostname: string) {
  const [v4, v6] = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
  const of = (found: PromiseSettledResult<string[]>, family: number) =>
    found.status === 'rejected' ? [] : found.value.map((address) => ({ address, family }));
  return [...of(v4, 4), ...of(v6, 6)];
}

/** Whether an address answers, within a time limit for all its redirects. Never throws. */
export async function probe(address: string, { allowed, timeoutMs }: ProbeOptions): Promise<LinkState> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = address;
  try {
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      if (!URL.canParse(url)) return 'failed';
      const target = new URL(url);
      let { status, location } = await ask('HEAD', target, allowed, signal);
      // Some servers do not support HEAD.
      if (status >= 400) ({ status, location } = await ask('GET', target, allowed, signal));
      if (status < 300 || status >= 400 || !location) return stateOf(status);
      url = URL.canParse(location, target) ? new URL(location, target).href : '';
    }
    return 'failed';
  } catch (error) {
    return error instanceof RefusedError ? 'refused' : 'failed';
  }
}

const stateOf = (status: number): LinkState =>
  status === 404 || status === 410 ? 'missing' : status >= 500 ? 'failed' : 'found';

/**
 * Options for a request to an address from a user: it connects to the public web only, unless the host is allowed. Throws
 * if the address itself is not on the public web.
 */
export function publicOnly(url: URL, allowed: readonly string[]): Pick<RequestOptions, 'lookup'> {
  const isAllowed = allowed.includes(url.host);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An IP address is not looked up.
  const isPrivate = ipaddr.isValid(host) && !isPublicAddress(host);
  if (url.username || url.password) throw new RefusedError('a login of somebody else');
  if (!isAllowed && (url.protocol !== 'https:' || url.port !== '' || isPrivate)) throw new RefusedError('not public');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new RefusedError('not the web');
  return isAllowed ? {} : { lookup: publicLookup };
}

function ask(method: 'HEAD' | 'GET', url: URL, allowed: readonly string[], signal: AbortSignal) {
  const options: RequestOptions = {
    method,
    signal,
    agent: false,
    headers: { 'user-agent': 'NewsWing-LinkCheck', accept: '*/*' },
    ...publicOnly(url, allowed),
  };
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise<{ status: number; location: string | undefined }>((done, failed) => {
    const sent = send(url, options, (answer: IncomingMessage) => {
      const { statusCode = 0, headers } = answer;
      answer.destroy();
      done({ status: statusCode, location: headers.location });
    });
    // After the answer, errors and the end of the connection change nothing. There is none after `101 Switching Protocols`.
    sent.on('error', failed);
    sent.on('close', () => failed(new Error('no answer')));
    sent.end();
  });
}
