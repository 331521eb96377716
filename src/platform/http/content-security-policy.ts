import { createHash } from 'node:crypto';
import { frameOrigins } from '#src/rules/frame-origins.rules.ts';

/**
 * Removes the nonces from a rendered page and returns it with its Content-Security-Policy, which allows our own files
 * and the hashes of the inline scripts that carried the nonce. A script injected through a text has no nonce and does
 * not run. The nonce is not sent: pages are shared between readers, so it would be no secret.
 */
export function hashScripts(html: string, nonce: string, siteUrl: string): { html: string; policy: string } {
  const nonceAttribute = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const { attributes, code } of scriptsOf(html))
    if (code && attributes.includes(nonceAttribute))
      hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'", // style attributes set the size and colour of pictures
    "img-src 'self' data: blob:",
    `frame-src 'self' ${Object.values(frameOrigins).join(' ')}`, // the preview of a story, and embeds
    ...(import.meta.env?.DEV ? ["connect-src 'self' ws:"] : []), // Vite notifies pages of the dev server of edits
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    // Strings become HTML or scripts only through the two policies of client/trusted-types.ts.
    "require-trusted-types-for 'script'",
    'trusted-types news-wing default',
    ...(siteUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ];
  return { html: html.replaceAll(nonceAttribute, ''), policy: policy.join('; ') };
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
