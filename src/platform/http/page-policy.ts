import { createHash } from 'node:crypto';

/**
 * A rendered page without its nonces, and its policy: our own files, and of the inline scripts those that carried the
 * nonce, by their hash. A script that came in with someone's text had no nonce, so it does not run. The nonce itself goes
 * no further: pages are shared between readers, where it would be no secret.
 */
export function sealScripts(html: string, nonce: string, siteUrl: string): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', code] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) // <script nonce="x">y()</script>
    if (code && attributes.includes(mark)) hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'", // style attributes carry the size and colour of pictures
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ...(siteUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ];
  return { html: html.replaceAll(mark, ''), policy: policy.join('; ') };
}
