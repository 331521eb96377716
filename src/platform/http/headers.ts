import type { FastifyInstance } from 'fastify';
import { frameOrigins } from '#src/rules/frame-origins.rules.ts';

// A video that the reader has chosen to show may play, and fill the screen.
const { youtube } = frameOrigins;

// Browser features that our pages need; all others are disabled, for embedded content too.
const features: Record<string, '()' | '(self)' | `(${string}"${string}")`> = {
  accelerometer: '()',
  autoplay: `("${youtube}")`,
  'browsing-topics': '()',
  camera: '()',
  'clipboard-read': '(self)', // the browser asks the user each time
  'clipboard-write': '(self)', // "copy link", "copy UPI ID"
  'display-capture': '()',
  'encrypted-media': '()',
  fullscreen: `(self "${youtube}")`, // the e-paper
  geolocation: '()',
  gyroscope: '()',
  hid: '()',
  'identity-credentials-get': '()',
  'idle-detection': '()',
  'local-fonts': '()',
  magnetometer: '()',
  microphone: '()',
  midi: '()',
  payment: '()',
  'picture-in-picture': '()',
  'publickey-credentials-create': '(self)', // passkeys
  'publickey-credentials-get': '(self)',
  'screen-wake-lock': '(self)', // reading aloud
  serial: '()',
  'storage-access': '()',
  usb: '()',
  'xr-spatial-tracking': '()',
};
const permissionsPolicy = Object.entries(features)
  .map(([name, allowlist]) => `${name}=${allowlist}`)
  .join(', ');

// Policies of all but pages: API answers load nothing; drawings, feeds and the service worker only our own files.
const apiPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const filePolicy = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'";

/** All our texts are UTF-8. Libraries leave it out for drawings of the build and for the data of pages. */
export const withCharset = (type: string) =>
  /^(?:text\/[^;]*|image\/svg\+xml)$/.test(type) ? `${type}; charset=utf-8` : type;

/** Adds the headers that helmet does not set to every answer. Pages and documents replace the policy by their own. */
export function addHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    reply.header('content-security-policy', url.startsWith('/api/') ? apiPolicy : filePolicy);
  });
  app.addHook('onSend', async (request, reply) => {
    const type = reply.getHeader('content-type');
    if (type !== undefined) reply.header('content-type', withCharset(String(type)));
    if (!request.url.startsWith('/api/')) return;
    // API answers depend on the token, so they must not be cached unless the route sets Cache-Control.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
