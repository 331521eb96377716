import { expect, test } from 'vitest';
import { isPermanentFailure } from './bounces.rules.ts';

const report = (...recipients: string[]) => ['Reporting-MTA: dns; mx.example', ...recipients].join('\n\n');

test.each([
  ['Final-Recipient: rfc822; a@b.test\nAction: failed\nStatus: 5.1.1', true],
  ['Action: failed\r\nStatus: 5.7.26 (policy)\r\n', true],
  ['action: FAILED\nstatus:5.0.0', true],
  ['Action: failed\nStatus: 4.4.1', false],
  ['Action: delayed\nStatus: 4.2.2', false],
  ['Action: delayed\nStatus: 5.2.2', false],
  ['Action: relayed\nStatus: 2.1.9', false],
  ['Action: failed', false],
  ['Diagnostic-Code: smtp; Action: failed Status: 5.1.1', false],
])('%j is permanent: %s', (fields, permanent) => {
  expect(isPermanentFailure(report(fields))).toBe(permanent);
});

test('fields of different recipients are not taken together', () => {
  expect(isPermanentFailure(report('Action: failed\nStatus: 4.4.1', 'Action: delayed\nStatus: 5.1.1'))).toBe(false);
});
