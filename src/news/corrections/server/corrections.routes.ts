import type { FastifyInstance } from 'fastify';
import { siteLanguages } from '#src/messages/languages.ts';
import { feedKinds, feedTypes, pageFeedPath } from '#src/news/feeds/feeds.rules.ts';
import { writeFeed } from '#src/news/feeds/server/feed-writer.service.ts';
import { languageOrders, orderParameter } from '#src/news/stories/language-order.rules.ts';
import { cachedDocument, sendRevalidated } from '#src/platform/http/fresh.ts';
import { serve } from '#src/platform/http/serve.ts';
import { offeredLanguages } from '#src/settings/languages.settings.ts';
import { correctionsCalls } from '../corrections.contract.ts';
import { addCorrection, getCorrectedStories, getCorrectionsFeed } from './corrections.service.ts';

const maxAgeSeconds = 300;

/** The calls that list corrected stories and add a correction, and the feeds of corrections: /corrections/feed.xml and so on, in each language. */
export function correctionsRoutes(app: FastifyInstance): void {
  serve(app, correctionsCalls.list, async ({ ctx, query }) => ({
    stories: await getCorrectedStories(ctx, query.since),
  }));
  serve(app, correctionsCalls.add, ({ ctx, params, body }) => addCorrection(ctx, params.id, body));
  for (const kind of feedKinds)
    for (const language of siteLanguages) {
      app.get<{ Querystring: Record<string, unknown> }>(
        pageFeedPath(kind, '/corrections', language),
        { schema: { hide: true } },
        async ({ ctx, query }, reply) => {
          // A language that is no longer offered redirects, as on the pages.
          if (!offeredLanguages(ctx.settings).includes(language))
            return reply.redirect(pageFeedPath(kind, '/corrections'));
          const order = languageOrders.find((order) => order === query[orderParameter]);
          const { body, headers } = await cachedDocument(
            ctx,
            `corrections ${kind} ${language} ${order ?? ''}`,
            async () => {
              const feed = await getCorrectionsFeed(ctx, { language, order });
              const links = [`<${feed.self[kind]}>; rel="self"`, ...(feed.hub ? [`<${feed.hub}>; rel="hub"`] : [])];
              return { body: writeFeed(feed, kind), headers: [['link', links.join(', ')]] };
            },
          );
          reply.headers(headers).header('access-control-allow-origin', '*');
          return sendRevalidated(reply.request, reply, {
            body,
            type: `${feedTypes[kind]}; charset=utf-8`,
            maxAgeSeconds,
          });
        },
      );
    }
}
