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

/** The first `bits` of an IPv6 address, "2001:db8:1:2::/64". */
function prefixOf(address: ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().fill(0, bits / 8);
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/**
 * The rate-limit key of an address. An IPv6 customer has at least a /64 (RFC 6177) and can use any address in it, so
 * the key is the /64. An IPv4-mapped address ("::ffff:192.0.2.1") has the key of its IPv4 address.
 */
export function addressKey(ip: string): string {
  const bare = withoutPort(ip);
  if (!ipaddr.isValid(bare)) return bare;
  const address = ipaddr.process(bare);
  return address instanceof ipaddr.IPv6 ? prefixOf(address, 64) : address.toString();
}

/**
 * The network of a rate-limit key: the /48 of an IPv6 address, which is the most that one customer gets (RFC 6177) and
 * may also have thousands of telephones in it; any other key is its own network.
 */
export function networkKey(key: string): string {
  const [address = ''] = key.endsWith('/64') ? key.split('/') : [];
  return ipaddr.IPv6.isValid(address) ? prefixOf(ipaddr.IPv6.parse(address), 48) : key;
}

/** The rate-limit key of a request's client, as the framework determines it. */
export const clientKey = (request: IncomingMessage, isTrusted: IsTrustedProxy): string =>
  addressKey(proxyAddr(request, isTrusted));
