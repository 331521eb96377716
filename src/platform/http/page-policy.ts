import { createHash } from 'node:crypto';

/**
 * A rendered page without its nonces, and its policy: our own files, and of the inline scripts those that carried the
 * nonce, by their hash. A script that came in with someone's text had no nonce, so it does not run. The nonce itself goes
 * no further: pages are shared between readers, where it would be no secret.
 */
export function sealScripts(html: string, nonce: string, siteUrl: string): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const { attributes, code } of scriptsOf(html))
    if (code && attributes.includes(mark)) hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'", // style attributes carry the size and colour of pictures
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    // No text becomes HTML or a program but by the two policies of client/trusted.ts.
    "require-trusted-types-for 'script'",
    'trusted-types news-wing default',
    ...(siteUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ];
  return { html: html.replaceAll(mark, ''), policy: policy.join('; ') };
}

/** The script elements of a page, in one pass: <script nonce="x">y()</script>. */
function* scriptsOf(html: string) {
  const [open, close] = ['<script', '</script>'];
  for (let at = html.indexOf(open); at !== -1; at = html.indexOf(open, at)) {
    const start = html.indexOf('>', at);
    const end = start === -1 ? -1 : html.indexOf(close, start);
    if (end === -1) return;
    yield { attributes: html.slice(at + open.length, start), code: html.slice(start + 1, end) };
    at = end + close.length;
  }
}
