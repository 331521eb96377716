import type { FastifyInstance } from 'fastify';
import { asAttachment, sendFile } from '#src/platform/http/ranges.ts';
import { serve } from '#src/platform/http/serve.ts';
import { editionCalls } from '../editions.contract.ts';
import { issueDownloadPass, openDownload } from './downloads.service.ts';
import { addEdition, bringBack, changeEdition, getManaged, prepareAgain, removeEdition } from './editions.service.ts';
import { getReports } from './shelf.service.ts';

export function epaperRoutes(app: FastifyInstance): void {
  serve(app, editionCalls.upload, async ({ ctx, body }) => {
    const data = await addEdition(ctx, body);
    return { message: ctx.text('epaper.uploaded'), data };
  });
  serve(app, editionCalls.list, ({ ctx }) => getReports(ctx));
  serve(app, editionCalls.listDoubled, ({ ctx }) => getReports(ctx));
  serve(app, editionCalls.download, async ({ ctx, params, query, request, reply }) => {
    const { edition, file } = await openDownload(ctx, params.name, query.pass);
    reply
      .type('application/pdf')
      .header('content-disposition', asAttachment(edition.filename))
      .header('cache-control', 'private, no-cache');
    return sendFile(request, reply, file, `"${edition.store}"`);
  });
  serve(app, editionCalls.pass, async ({ ctx, params }) => ({ url: await issueDownloadPass(ctx, params.name) }));
  serve(app, editionCalls.manage, ({ ctx }) => getManaged(ctx));
  serve(app, editionCalls.update, ({ ctx, params, body }) => changeEdition(ctx, params.id, body));
  serve(app, editionCalls.remove, async ({ ctx, params }) => {
    await removeEdition(ctx, params.id);
    return { message: ctx.text('epaper.deleted') };
  });
  serve(app, editionCalls.restore, ({ ctx, params }) => bringBack(ctx, params.id));
  serve(app, editionCalls.prepare, ({ ctx, params }) => prepareAgain(ctx, params.id));
}
