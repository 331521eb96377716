import type { FastifyInstance } from 'fastify';
import { pathIn, siteLanguages } from '#src/messages/languages.ts';
import { cachedDocument, sendRevalidated } from '#src/platform/http/fresh.ts';
import { offeredLanguages } from '#src/settings/languages.settings.ts';
import { slugOf } from '../categories.rules.ts';
import { feedKinds, feedPath, feedTypes } from '../feeds.rules.ts';
import { languageOrders, orderParameter } from '../language-order.rules.ts';
import { getFeed, writeFeed } from './feeds.service.ts';

const maxAgeSeconds = 300;

/**
 * Feeds of the site and of each category: /feed.xml, /atom.xml, /feed.json, and the same under /category/:category; in other
 * languages under their prefix. `?languages=` chooses another order of languages, as on the pages.
 */
export function feedsRoutes(app: FastifyInstance): void {
  type Address = { Params: { category?: string }; Querystring: Record<string, unknown> };
  for (const [kind, language] of feedKinds.flatMap((kind) =>
    siteLanguages.map((language) => [kind, language] as const),
  )) {
    const file = feedPath(kind);
    for (const url of [file, `/category/:category${file}`])
      app.get<Address>(pathIn(language, url), { schema: { hide: true } }, async (request, reply) => {
        const { category } = request.params;
        // No longer offered, as on the pages.
        if (!offeredLanguages(request.ctx.settings).includes(language)) return reply.redirect(feedPath(kind, category));
        const order = languageOrders.find((order) => order === request.query[orderParameter]);
        const key = `${kind} ${language} ${order ?? ''} ${category ?? ''}`;
        const { body, headers } = await cachedDocument(request.ctx, key, async () => {
          const feed = await getFeed(request.ctx, { language, order, categorySlug: category });
          if (category !== undefined && slugOf(category) !== feed.categorySlug)
            return { body: '', headers: [['location', feedPath(kind, feed.categorySlug, language)]] };
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
