import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clipCalls } from '#src/epaper/clips/clips.contract.ts';
import { getClip, makeClip } from '#src/epaper/clips/server/clips.service.ts';
import { signPageUrls } from '#src/epaper/pages/server/page-access.service.ts';
import { savedEditionsCalls } from '#src/epaper/saved-editions/saved-editions.contract.ts';
import { notModified } from '#src/platform/http/fresh.ts';
import { sendFile } from '#src/platform/http/ranges.ts';
import { serve } from '#src/platform/http/serve.ts';
import { rateLimitKey } from '#src/platform/limits/limits.ts';
import { readerCalls } from '../reader.contract.ts';
import { getArticle } from './articles.service.ts';
import { openPicture, openTile, type PageImage } from './page-images.service.ts';
import { correctText, getPageText } from './reader.service.ts';
import { checkSavedEditions, getOfflineOffer } from './saved-editions.service.ts';
import { findPages } from './search.service.ts';

export function readerRoutes(app: FastifyInstance): void {
  serve(app, readerCalls.pass, ({ ctx, params }) => signPageUrls(ctx, params.id));
  serve(app, readerCalls.picture, async ({ ctx, params, query, request, reply }) =>
    sendPicture(
      request,
      reply,
      await openPicture(ctx, { ...params, pass: query.pass }, params.rendition, acceptsAvif(request)),
    ),
  );
  serve(app, readerCalls.tile, async ({ ctx, params, query, request, reply }) =>
    sendPicture(request, reply, await openTile(ctx, { ...params, pass: query.pass }, params.tile)),
  );
  serve(app, readerCalls.text, ({ ctx, params }) => getPageText(ctx, params.id, params.page));
  serve(app, readerCalls.article, ({ ctx, params }) => getArticle(ctx, params.id, params.page, params.number));
  serve(app, readerCalls.correct, ({ ctx, params, body }) => correctText(ctx, params.id, params.page, body));
  serve(app, readerCalls.search, ({ ctx, query }) => findPages(ctx, query));
  serve(app, savedEditionsCalls.offer, ({ ctx, params, query }) => getOfflineOffer(ctx, params.id, query.rendition));
  serve(app, savedEditionsCalls.check, ({ ctx, query }) => checkSavedEditions(ctx, query.ids));
  serve(app, clipCalls.create, ({ ctx, params, body: { page, ...region } }) =>
    makeClip(ctx, params.id, page, region, rateLimitKey(ctx)),
  );
  serve(app, clipCalls.get, ({ ctx, params }) => getClip(ctx, params.code));
}

const acceptsAvif = ({ headers }: FastifyRequest) => headers.accept?.includes('image/avif') === true;

// Free pages may be cached publicly; paid pages only by the reader's browser, while the signed URL is valid.
function sendPicture(request: FastifyRequest, reply: FastifyReply, { file, format, etag, free }: PageImage) {
  reply
    .header('cache-control', free ? 'public, max-age=86400' : 'private, max-age=900')
    .header('vary', 'accept')
    .type(`image/${format}`);
  if (notModified(request, etag)) return reply.header('etag', etag).code(304).send();
  return sendFile(request, reply, file, etag);
}
