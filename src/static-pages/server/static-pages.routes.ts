import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { staticPagesCalls } from '../static-pages.contract.ts';
import { getEditedPage, getPages, getVersion, getVersions, restoreVersion, savePage } from './static-pages.service.ts';

export function staticPagesRoutes(app: FastifyInstance): void {
  serve(app, staticPagesCalls.list, ({ ctx }) => getPages(ctx));
  serve(app, staticPagesCalls.get, ({ ctx, params }) => getEditedPage(ctx, params.slug));
  serve(app, staticPagesCalls.save, ({ ctx, params, body }) => savePage(ctx, params.slug, body.version, body.content));
  serve(app, staticPagesCalls.versions, ({ ctx, params }) => getVersions(ctx, params.slug));
  serve(app, staticPagesCalls.version, ({ ctx, params }) => getVersion(ctx, params.slug, params.version));
  serve(app, staticPagesCalls.restore, ({ ctx, params, body }) =>
    restoreVersion(ctx, params.slug, params.version, body.version),
  );
}
