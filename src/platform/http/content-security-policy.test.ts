import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashScripts } from './content-security-policy.ts';

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64');

test('only scripts that we rendered may run, and the HTML does not reveal the nonce', () => {
  const page =
    '<head><script nonce="n1">ours()</script></head><p><script>theirs()</script><script src="/a.js" nonce="n1">';
  const { html, policy } = hashScripts(page, 'n1', 'https://news.test');
  expect(html).toBe('<head><script>ours()</script></head><p><script>theirs()</script><script src="/a.js">');
  expect(policy).toContain(`script-src 'self' 'sha256-${hashOf('ours()')}';`);
  expect(policy).not.toContain(hashOf('theirs()'));
  expect(policy).toContain('upgrade-insecure-requests');
  // Other hosts only in frames, which a reader opens.
  const others = policy.split('; ').filter((directive) => /\bhttps?:/.test(directive));
  expect(others).toEqual([expect.stringMatching(/^frame-src /)]);
  for (const directive of ["default-src 'self'", "object-src 'none'"]) expect(policy.split('; ')).toContain(directive);
});

test('requests are not upgraded to https if the site has none', () => {
  expect(hashScripts('', 'n1', 'http://localhost:4000').policy).not.toContain('upgrade');
});
