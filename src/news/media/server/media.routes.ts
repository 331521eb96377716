import type { FastifyInstance } from 'fastify';
import { sendFile } from '#src/platform/http/ranges.ts';
import { serve } from '#src/platform/http/serve.ts';
import { mediaCalls, mediaFileCalls } from '../media.contract.ts';
import { changePicture, getLibraryPicture, getMedia, removePicture } from './media.service.ts';
import { openMediaFile } from './media-file-storage.service.ts';
import { changeMediaFile, getMediaFile, removeMediaFile, uploadMediaFile } from './media-files.service.ts';
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
  serve(app, mediaFileCalls.upload, ({ ctx, body }) => uploadMediaFile(ctx, body));
  serve(app, mediaFileCalls.get, ({ ctx, params }) => getMediaFile(ctx, params.id));
  serve(app, mediaFileCalls.change, ({ ctx, params, body }) => changeMediaFile(ctx, params.id, body));
  serve(app, mediaFileCalls.remove, async ({ ctx, params }) => {
    await removeMediaFile(ctx, params.id);
    return { message: ctx.text('media.fileDeleted') };
  });
  serve(app, mediaFileCalls.play, async ({ ctx, params, query, request, reply }) => {
    const { file, type, isPublic } = await openMediaFile(ctx, params.file, query.pass);
    reply
      .type(type)
      // A file may be withdrawn. It never changes: other subtitles have another name.
      .header('cache-control', isPublic ? 'public, max-age=3600' : 'no-store')
      .header('content-security-policy', "default-src 'none'; sandbox");
    return sendFile(request, reply, file, `"${params.file}-${file.sizeBytes}"`);
  });
}
