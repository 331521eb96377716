import type { FastifyInstance } from 'fastify';

// What our pages need of a browser beyond text and pictures; everything else is off, for what they might embed as well.
const features: Record<string, '()' | '(self)'> = {
  accelerometer: '()',
  autoplay: '()',
  'browsing-topics': '()',
  camera: '()',
  'clipboard-read': '(self)', // the browser asks its reader each time
  'clipboard-write': '(self)', // "copy link", "copy UPI ID"
  'display-capture': '()',
  'encrypted-media': '()',
  fullscreen: '(self)', // the e-paper
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
  .map(([name, who]) => `${name}=${who}`)
  .join(', ');

// What is no page shows itself at most: answers of the API nothing, drawings, feeds and the service worker our own files.
const ofAnswers = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const ofFiles = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'";

/** Headers of every answer beside those that helmet knows. Pages and documents bring a policy of their own instead. */
export function addHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    reply.header('content-security-policy', url.startsWith('/api/') ? ofAnswers : ofFiles);
  });
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    // Answers depend on the token; nothing between us and the page may keep them unless a route says so.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
