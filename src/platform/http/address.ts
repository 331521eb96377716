import ipaddr from 'ipaddr.js';

/**
 * What limits count an address by. An IPv6 customer has a /64 at least (RFC 6177), and with it as many addresses as he
 * likes: they count as one. An IPv4 address that came as IPv6 ("::ffff:192.0.2.1") counts as itself.
 */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = [...address.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)];
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}
