import type { FastifyInstance } from 'fastify';
import { pathIn, siteLanguages } from '#src/messages/languages.ts';
import { slugOf } from '#src/news/categories/categories.rules.ts';
import { type FeedOf, feedKinds, feedPath, feedScopes, feedTypes } from '#src/news/feeds/feeds.rules.ts';
import { writeFeed } from '#src/news/feeds/server/feed-writer.service.ts';
import { languageOrders, orderParameter } from '#src/news/stories/language-order.rules.ts';
import { cachedDocument, sendRevalidated } from '#src/platform/http/fresh.ts';
import { offeredLanguages } from '#src/settings/languages.settings.ts';
import { getFeed } from './feeds.service.ts';

const maxAgeSeconds = 300;

/**
 * Feeds of the site, of each category, author and topic: /feed.xml, /atom.xml, /feed.json, and the same under
 * /category/:slug, /author/:slug and /topic/:slug; in other languages under their prefix. `?languages=` chooses another order of languages, as on the pages.
 */
export function feedsRoutes(app: FastifyInstance): void {
  type Address = { Params: { slug?: string }; Querystring: Record<string, unknown> };
  for (const [kind, language] of feedKinds.flatMap((kind) =>
    siteLanguages.map((language) => [kind, language] as const),
  )) {
    const file = feedPath(kind);
    for (const scope of [undefined, ...feedScopes])
      app.get<Address>(
        pathIn(language, scope ? `/${scope}/:slug${file}` : file),
        { schema: { hide: true } },
        async (request, reply) => {
          const { slug } = request.params;
          const of: FeedOf | undefined = scope && slug !== undefined ? { scope, slug } : undefined;
          // A language that is no longer offered redirects, as on the pages.
          if (!offeredLanguages(request.ctx.settings).includes(language)) return reply.redirect(feedPath(kind, of));
          const order = languageOrders.find((order) => order === request.query[orderParameter]);
          const key = `${kind} ${language} ${order ?? ''} ${scope ?? ''} ${slug ?? ''}`;
          const { body, headers } = await cachedDocument(request.ctx, key, async () => {
            const feed = await getFeed(request.ctx, { language, order, of });
            if (of && slugOf(of.slug) !== feed.of?.slug)
              return { body: '', headers: [['location', feedPath(kind, feed.of, language)]] };
            const links = [`<${feed.self[kind]}>; rel="self"`, ...(feed.hub ? [`<${feed.hub}>; rel="hub"`] : [])];
            return { body: writeFeed(feed, kind), headers: [['link', links.join(', ')]] };
          });
          // A former address.
          if (headers.location) return reply.redirect(headers.location, 301);
          // Feed readers that run in a browser have another origin.
          reply.headers(headers).header('access-control-allow-origin', '*');
          return sendRevalidated(request, reply, { body, type: `${feedTypes[kind]}; charset=utf-8`, maxAgeSeconds });
        },
      );
  }
}
