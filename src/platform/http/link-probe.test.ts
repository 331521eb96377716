import { expect, test } from 'vitest';
import { publicOnly } from './link-probe.ts';

const ask = (host: string) => () => publicOnly(new URL(`https://${host}/`), ['allowed.test', '10.0.0.9']);

test.each([
  // IPv4, and other forms of it
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200', // metadata of a cloud, as the next ones
  '169.254.169.254',
  '192.0.0.192',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '172.16.0.1',
  '192.0.0.170', // NAT64
  '192.0.2.1', // documentation, as the next ones
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1', // 6to4 relays
  '192.168.1.1',
  '198.18.0.1', // benchmarks
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6
  '[::]',
  '[::1]',
  '[::2]',
  '[::127.0.0.1]', // IPv4-compatible
  '[::93.184.216.34]',
  '[::ffff:127.0.0.1]', // IPv4-mapped
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]', // IPv4-translated
  '[64:ff9b::7f00:1]', // NAT64
  '[64:ff9b::5db8:d822]',
  '[64:ff9b:1::7f00:1]',
  '[100::1]', // discard
  '[100:0:0:1::1]',
  '[2001::1]', // Teredo
  '[2001:2::1]', // benchmarks
  '[2001:10::1]', // ORCHID
  '[2001:20::1]',
  '[2001:db8::1]', // documentation
  '[3fff::1]',
  '[2002:7f00:1::]', // 6to4
  '[2002:5db8:d822::1]',
  '[4000::1]', // not assigned
  '[5f00::1]', // segment routing
  '[fc00::1]',
  '[fd00::1]',
  '[fe80::1]',
  '[fec0::1]', // site-local
  '[ff02::1]',
])('%s is not on the public web', (host) => {
  expect(ask(host)).toThrow('not public');
});

test.each([
  '93.184.216.34',
  '[2606:2800:220:1:248:1893:25c8:1946]',
  '[2a00::1]',
  '[::ffff:93.184.216.34]',
  'example.org',
])('%s is asked, after its addresses are checked', (host) => {
  expect(ask(host)()).toEqual({ lookup: expect.any(Function) });
});

test('allowed hosts are asked wherever they are', () => {
  for (const host of ['allowed.test', '10.0.0.9']) expect(ask(host)()).toEqual({});
});
