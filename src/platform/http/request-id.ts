import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { Config } from '../config.ts';

/** Its name in requests and answers. */
export const requestIdHeader = 'x-request-id';

/** Whether the proxy with this address, this number of hops away, is trusted. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

/** The proxies of `TRUST_PROXY`, by their networks or by the number of hops. */
export function trustedProxies(proxies: Config['trustProxy']): IsTrustedProxy {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  return proxies ? compile(proxies) : () => false;
}

/** Whether a request comes from a trusted proxy, whose headers are its own or checked by it. */
export const isFromTrustedProxy = ({ socket }: IncomingMessage, isTrusted: IsTrustedProxy): boolean =>
  isTrusted(socket.remoteAddress ?? '', 0);

// The ids of nginx (32 hex digits), Envoy and Traefik (UUID), and what else fits into a log line.
const wellFormed = /^[\w.-]{8,64}$/; // such as 8f14e45fceea167a5a36dedd4bea2543

/** The id of a request: that of a trusted proxy if it is well-formed, else a new one. */
export function requestIdOf(request: IncomingMessage, isTrusted: IsTrustedProxy): string {
  const given = request.headers[requestIdHeader];
  const isUsable = typeof given === 'string' && wellFormed.test(given) && isFromTrustedProxy(request, isTrusted);
  return isUsable ? given : randomUUID();
}
