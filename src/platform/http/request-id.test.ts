import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { requestIdOf, trustedProxies } from './request-id.ts';

const from = (remoteAddress: string, id: string | string[]) =>
  ({ headers: { 'x-request-id': id }, socket: { remoteAddress } }) as unknown as IncomingMessage;
const made = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const nginx = '8f14e45fceea167a5a36dedd4bea2543';

test.each([
  [['10.0.0.0/8'], '10.1.2.3', true],
  [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
  [['10.0.0.0/8'], '192.0.2.1', false],
  [['loopback'], '::1', true],
  [1, '192.0.2.1', true],
  [false, '127.0.0.1', false],
] as const)('with %o trusted, an id from %s is kept: %s', (proxies, address, kept) => {
  const id = requestIdOf(from(address, nginx), trustedProxies(proxies as string[] | number | false));
  expect(id).toMatch(kept ? nginx : made);
});

test.each([
  ['short', 'x'.repeat(7)],
  ['long', 'x'.repeat(65)],
  ['a line break', `${nginx}\nlevel`],
  ['markup', `<b>${nginx}</b>`],
  ['empty', ''],
  ['a list', [nginx, nginx]],
])('an id that is %s is replaced', (_, id) => {
  expect(requestIdOf(from('10.1.2.3', id), trustedProxies(1))).toMatch(made);
});

test('every request without an id gets its own', () => {
  const ids = Array.from({ length: 1000 }, () => requestIdOf(from('10.1.2.3', ''), trustedProxies(false)));
  expect(new Set(ids).size).toBe(1000);
});
