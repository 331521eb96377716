import ipaddr from 'ipaddr.js';

// "192.0.2.1:50123", "[2001:db8::1]:50123": some proxies, such as Azure's, write the port too, and each connection has another.
const withPort = /^(?:\[([^\]]+)\]|([\d.]+)):\d+$/;

/** An address as a proxy has named it, without a port. */
export function withoutPort(address: string): string {
  const [, ipv6, ipv4] = withPort.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

/**
 * What limits count an address by. An IPv6 customer has a /64 at least (RFC 6177), and with it as many addresses as he
 * likes: they count as one. An IPv4 address that came as IPv6 ("::ffff:192.0.2.1") counts as itself.
 */
export function addressKey(ip: string): string {
  const bare = withoutPort(ip);
  if (!ipaddr.isValid(bare)) return bare;
  const address = ipaddr.process(bare);
  if (address.kind() === 'ipv4') return address.toString();
  const network = [...address.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)];
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}
