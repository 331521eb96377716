import type { FastifyInstance } from 'fastify';
import { cachedDocument, sendRevalidated } from '#src/platform/http/fresh.ts';
import { getSitemap, getSitemapIndex, robotsText } from './sitemaps.service.ts';

const type = 'application/xml; charset=utf-8';
const maxAgeSeconds = 600;

/** Serves robots.txt, the sitemap index and the sitemaps. */
export function sitemapsRoutes(app: FastifyInstance): void {
  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) => {
    const body = robotsText(request.ctx.config);
    return sendRevalidated(request, reply, { body, type: 'text/plain; charset=utf-8', maxAgeSeconds: 3600 });
  });
  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const { ctx } = request;
    const { body } = await cachedDocument(ctx, 'sitemap', async () => ({ body: await getSitemapIndex(ctx) }));
    return sendRevalidated(request, reply, { body, type, maxAgeSeconds });
  });
  app.get<{ Params: { name: string } }>('/sitemaps/:name.xml', { schema: { hide: true } }, async (request, reply) => {
    const { ctx, params } = request;
    const write = async () => ({ body: await getSitemap(ctx, params.name) });
    const { body } = await cachedDocument(ctx, `sitemap ${params.name}`, write);
    return sendRevalidated(request, reply, { body, type, maxAgeSeconds });
  });
}
