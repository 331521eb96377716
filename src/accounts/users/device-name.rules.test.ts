import { expect, test } from 'vitest';
import { deviceName } from './device-name.rules.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  ['', ''],
  ['node', ''],
  ['Your account is closed, go to https://evil.example/1.0 (x)', ''],
  ['<b>x</b>/1.0 \u202e', ''],
  ['Evil words here/1.0 (Windows NT 10.0)', 'Windows'],
  [`Mozilla/5.0 ${'('.repeat(20_000)}`, ''],
])('%j has the device name %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
