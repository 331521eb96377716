import type { FastifyInstance } from 'fastify';
import { cachedDocument, sendRevalidated } from '#src/platform/http/fresh.ts';
import { slugOf } from '../categories.rules.ts';
import { feedKinds, feedPath, feedTypes } from '../feeds.rules.ts';
import { getFeed, writeFeed } from './feeds.service.ts';

const maxAgeSeconds = 300;

/** Feeds of the site and of each category: /feed.xml, /atom.xml, /feed.json, and the same under /category/:category. */
export function feedsRoutes(app: FastifyInstance): void {
  for (const kind of feedKinds) {
    const file = feedPath(kind);
    for (const url of [file, `/category/:category${file}`])
      app.get<{ Params: { category?: string } }>(url, { schema: { hide: true } }, async (request, reply) => {
        const { category } = request.params;
        const { body, headers } = await cachedDocument(request.ctx, `${kind} ${category ?? ''}`, async () => {
          const feed = await getFeed(request.ctx, category);
          if (category !== undefined && slugOf(category) !== feed.categorySlug)
            return { body: '', headers: [['location', feedPath(kind, feed.categorySlug)]] };
          const links = [`<${feed.self[kind]}>; rel="self"`, ...(feed.hub ? [`<${feed.hub}>; rel="hub"`] : [])];
          return { body: writeFeed(feed, kind), headers: [['link', links.join(', ')]] };
        });
        // A former address of the category.
        if (headers.location) return reply.redirect(headers.location, 301);
        // Feed readers that run in a browser have another origin.
        reply.headers(headers).header('access-control-allow-origin', '*');
        return sendRevalidated(request, reply, { body, type: `${feedTypes[kind]}; charset=utf-8`, maxAgeSeconds });
      });
  }
}
