import type { FastifyInstance } from 'fastify';
import type { Settings } from '#src/platform/settings.ts';
import { siteName } from '#src/platform/site-name.ts';

const icon = (src: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Serves the web app manifest, which makes the site installable. */
export function manifestRoutes(app: FastifyInstance, settings: Settings): void {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (_request, reply) => {
    reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600');
    const name = settings.get(siteName);
    return JSON.stringify({
      id: '/',
      name,
      short_name: name,
      start_url: '/news',
      scope: '/',
      display: 'standalone',
      background_color: '#fffdf9',
      theme_color: '#fffdf9',
      lang: 'en',
      categories: ['news', 'magazines', 'education'],
      icons: [icon('/icon-192.png', 192), icon('/icon-512.png', 512), icon('/icon-maskable-512.png', 512, 'maskable')],
      shortcuts: [
        { name: 'News', url: '/news' },
        { name: 'E-paper', url: '/e-paper' },
      ],
    });
  });
}
