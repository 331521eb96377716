import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { IsTrustedProxy } from './request-id.ts';

// "192.0.2.1:50123", "[2001:db8::1]:50123": some proxies, such as Azure's, add the port, which differs by connection.
const withPort = /^(?:\[([^\]]+)\]|([\d.]+)):\d+$/;

/** An IP address as a proxy forwarded it, without a port. */
export function withoutPort(address: string): string {
  const [, ipv6, ipv4] = withPort.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

/**
 * The rate-limit key of an address. An IPv6 customer has at least a /64 (RFC 6177) and can use any address in it, so
 * the key is the /64. An IPv4-mapped address ("::ffff:192.0.2.1") has the key of its IPv4 address.
 */
export function addressKey(ip: string): string {
  const bare = withoutPort(ip);
  if (!ipaddr.isValid(bare)) return bare;
  const address = ipaddr.process(bare);
  if (address.kind() === 'ipv4') return address.toString();
  const network = [...address.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)];
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}

/** The rate-limit key of a request's client, as the framework determines it. */
export const clientKey = (request: IncomingMessage, isTrusted: IsTrustedProxy): string =>
  addressKey(proxyAddr(request, isTrusted));
