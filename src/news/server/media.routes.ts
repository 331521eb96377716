import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { mediaCalls } from '../media.contract.ts';
import { changePicture, getLibraryPicture, getMedia, removePicture } from './media.service.ts';
import { replacePicture, uploadPicture } from './media-uploads.service.ts';

export function mediaRoutes(app: FastifyInstance): void {
  serve(app, mediaCalls.list, ({ ctx, query }) => getMedia(ctx, query));
  serve(app, mediaCalls.uploadPicture, ({ ctx, body }) => uploadPicture(ctx, body));
  serve(app, mediaCalls.getPicture, ({ ctx, params }) => getLibraryPicture(ctx, params.id));
  serve(app, mediaCalls.changePicture, ({ ctx, params, body }) => changePicture(ctx, params.id, body));
  serve(app, mediaCalls.replacePicture, ({ ctx, params, body }) => replacePicture(ctx, params.id, body.file));
  serve(app, mediaCalls.removePicture, async ({ ctx, params }) => {
    await removePicture(ctx, params.id);
    return { message: ctx.text('media.deleted') };
  });
}
