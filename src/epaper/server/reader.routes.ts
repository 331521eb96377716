import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notModified } from '#src/platform/http/fresh.ts';
import { sendFile } from '#src/platform/http/ranges.ts';
import { serve } from '#src/platform/http/serve.ts';
import { requester } from '#src/platform/limits.ts';
import { clipCalls } from '../clips.contract.ts';
import { keepingCalls } from '../keeping.contract.ts';
import { readingCalls } from '../reading.contract.ts';
import { getClip, makeClip } from './clips.service.ts';
import { checkKept, offerToKeep } from './keeping.service.ts';
import { openPicture, openTile, type PagePicture } from './page-pictures.service.ts';
import { issuePagePass } from './page-right.service.ts';
import { correctText, getPageText } from './reader.service.ts';
import { findPages } from './search.service.ts';

export function readerRoutes(app: FastifyInstance): void {
  serve(app, readingCalls.pass, ({ ctx, params }) => issuePagePass(ctx, params.id));
  serve(app, readingCalls.picture, async ({ ctx, params, query, request, reply }) =>
    sendPicture(
      request,
      reply,
      await openPicture(ctx, { ...params, pass: query.pass }, params.rendition, knowsAvif(request)),
    ),
  );
  serve(app, readingCalls.tile, async ({ ctx, params, query, request, reply }) =>
    sendPicture(request, reply, await openTile(ctx, { ...params, pass: query.pass }, params.tile)),
  );
  serve(app, readingCalls.text, ({ ctx, params }) => getPageText(ctx, params.id, params.page));
  serve(app, readingCalls.correct, ({ ctx, params, body }) => correctText(ctx, params.id, params.page, body.text));
  serve(app, readingCalls.search, ({ ctx, query }) => findPages(ctx, query));
  serve(app, keepingCalls.offer, ({ ctx, params, query }) => offerToKeep(ctx, params.id, query.rendition));
  serve(app, keepingCalls.check, ({ ctx, query }) => checkKept(ctx, query.ids));
  serve(app, clipCalls.create, ({ ctx, params, body: { page, ...region } }) =>
    makeClip(ctx, params.id, page, region, requester(ctx)),
  );
  serve(app, clipCalls.get, ({ ctx, params }) => getClip(ctx, params.code));
}

/** Whose attempts are counted together: a person's, or those that come from one address. */

const knowsAvif = ({ headers }: FastifyRequest) => headers.accept?.includes('image/avif') === true;

// A free page may lie in any cache; a paid one only in its reader's, for as long as his pass holds.
function sendPicture(request: FastifyRequest, reply: FastifyReply, { file, format, etag, free }: PagePicture) {
  reply
    .header('cache-control', free ? 'public, max-age=86400' : 'private, max-age=900')
    .header('vary', 'accept')
    .type(`image/${format}`);
  if (notModified(request, etag)) return reply.header('etag', etag).code(304).send();
  return sendFile(request, reply, file, etag);
}
