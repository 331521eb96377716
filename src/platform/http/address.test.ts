import { expect, test } from 'vitest';
import { addressKey, networkKey } from './address.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8:1:2:3:4:5:6]:50123', '2001:db8:1:2::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s has the rate-limit key %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::', '2001:db8:1::/48'],
  ['2001:db8:2:2::', '2001:db8:2::/48'],
  ['unknown', 'unknown'],
  ['person 5/64', 'person 5/64'],
])('%s is of the network %s', (ip, network) => {
  expect(networkKey(addressKey(ip))).toBe(network);
});
