import type { FastifyInstance } from 'fastify';
import { editionCalls } from '#src/epaper/pages/editions.contract.ts';
import { contentDisposition, sendFile } from '#src/platform/http/ranges.ts';
import { serve } from '#src/platform/http/serve.ts';
import { openDownload, signDownloadUrl } from './downloads.service.ts';
import {
  addEdition,
  changeEdition,
  getManagedEditions,
  removeEdition,
  restoreDeletedEdition,
  retryProcessing,
} from './editions.service.ts';
import { getEditions } from './library.service.ts';

export function epaperRoutes(app: FastifyInstance): void {
  serve(app, editionCalls.upload, async ({ ctx, body }) => {
    const data = await addEdition(ctx, body);
    return { message: ctx.text('epaper.uploaded'), data };
  });
  serve(app, editionCalls.list, ({ ctx }) => getEditions(ctx));
  serve(app, editionCalls.listDoubled, ({ ctx }) => getEditions(ctx));
  serve(app, editionCalls.download, async ({ ctx, params, query, request, reply }) => {
    const { edition, file } = await openDownload(ctx, params.name, query.pass);
    reply
      .type('application/pdf')
      .header('content-disposition', contentDisposition(edition.filename))
      .header('cache-control', 'private, no-cache');
    return sendFile(request, reply, file, `"${edition.store}"`);
  });
  serve(app, editionCalls.pass, async ({ ctx, params }) => ({ url: await signDownloadUrl(ctx, params.name) }));
  serve(app, editionCalls.manage, ({ ctx }) => getManagedEditions(ctx));
  serve(app, editionCalls.update, ({ ctx, params, body }) => changeEdition(ctx, params.id, body));
  serve(app, editionCalls.remove, async ({ ctx, params }) => {
    await removeEdition(ctx, params.id);
    return { message: ctx.text('epaper.deleted') };
  });
  serve(app, editionCalls.restore, ({ ctx, params }) => restoreDeletedEdition(ctx, params.id));
  serve(app, editionCalls.prepare, ({ ctx, params }) => retryProcessing(ctx, params.id));
}
