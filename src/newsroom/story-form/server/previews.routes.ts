import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { previewCalls } from '../previews.contract.ts';
import { endPreviewLink, getPreviewLinks, openPreview, openPreviewPicture, sharePreview } from './previews.service.ts';

export function previewRoutes(app: FastifyInstance): void {
  serve(app, previewCalls.open, ({ ctx, params }) => openPreview(ctx, params.id));
  serve(app, previewCalls.share, ({ ctx, params }) => sharePreview(ctx, params.id));
  serve(app, previewCalls.links, ({ ctx, params }) => getPreviewLinks(ctx, params.id));
  serve(app, previewCalls.end, async ({ ctx, params }) => {
    await endPreviewLink(ctx, params.id, params.link);
    return { message: ctx.text('preview.linkEnded') };
  });
  serve(app, previewCalls.picture, async ({ ctx, params, query, request, reply }) => {
    const found = await openPreviewPicture(ctx, params.id, query);
    reply.type('image/jpeg').header('content-length', found.sizeBytes);
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : await found.stream());
  });
}
