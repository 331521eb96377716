import { expect, test } from 'vitest';
import { certificateState, checkForwarding, clockState, diskState, queueState, redact } from './health.rules.ts';

test('states change at their limits', () => {
  expect([4.9, 5, 19.9, 20].map(diskState)).toEqual(['failing', 'warning', 'warning', 'ok']);
  expect([2, 6, 31].map(clockState)).toEqual(['ok', 'warning', 'failing']);
  expect([-1, 0, 13, 14].map(certificateState)).toEqual(['failing', 'warning', 'warning', 'ok']);
  expect(certificateState(Number.NaN)).toBe('failing'); // a certificate whose date cannot be read
  expect([15, 16, 121].map(queueState)).toEqual(['ok', 'warning', 'failing']);
});

const sent = '198.51.100.7';
const client = '203.0.113.5';

test.each([
  ['no proxy', [sent], '127.0.0.1', false, { kind: 'none' }],
  ['one, trusted by number', [sent, client], client, 1, { kind: 'fine', proxies: 1, address: client }],
  ['one that replaces the header', [client], client, ['127.0.0.0/8'], { kind: 'fine', proxies: 1, address: client }],
  ['one, not trusted', [sent, client], '10.0.0.1', false, { kind: 'tooFew', proxies: 1, address: '10.0.0.1' }],
  ['two, one trusted', [client, '10.0.0.2'], '10.0.0.2', 1, { kind: 'tooFew', proxies: 2, address: '10.0.0.2' }],
  ['one, two trusted', [sent, client], sent, 2, { kind: 'tooMany', proxies: 1, address: sent }],
  ['none, one trusted', [sent], sent, 1, { kind: 'tooMany', proxies: 0, address: sent }],
  ['asked from a trusted network', [sent], sent, ['loopback'], { kind: 'unclear' }],
  ['trusted, but without the header', [], '127.0.0.1', ['10.0.0.0/8'], { kind: 'unseen' }],
] as const)('proxies: %s', (_, forwarded, address, trust, expected) => {
  const trusted = typeof trust === 'object' ? [...trust] : trust;
  expect(checkForwarding({ forwarded: [...forwarded], address }, sent, trusted)).toEqual(expected);
});

test('hides passwords, whole and in addresses', () => {
  const text = 'no\n smtp://paper:geheim%21@mail.example, nor “geheim!”, nor postgres://u:p@db:5432/x';
  expect(redact(text, ['geheim!', 'geheim%21', ''])).toBe(
    'no smtp://***@mail.example, nor “***”, nor postgres://***@db:5432/x',
  );
  expect(redact('x'.repeat(1000), [])).toHaveLength(300);
  expect(redact('a\u001b[2J\u009b1m\u202eb\r\n\tgeh\u0007eim!', ['geheim!'])).toBe('a[2J1mb ***');
});
