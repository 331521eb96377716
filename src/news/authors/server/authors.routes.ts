import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { authorsCalls } from '../authors.contract.ts';
import {
  addAuthor,
  changeAuthor,
  getAuthor,
  getAuthors,
  getAuthorUsage,
  linkUnlinked,
  mergeAuthor,
  removeAuthor,
} from './authors.service.ts';

export function authorsRoutes(app: FastifyInstance): void {
  serve(app, authorsCalls.list, ({ ctx }) => getAuthors(ctx));
  serve(app, authorsCalls.usage, ({ ctx }) => getAuthorUsage(ctx));
  serve(app, authorsCalls.get, ({ ctx, params }) => getAuthor(ctx, params.id));
  serve(app, authorsCalls.create, ({ ctx, body }) => addAuthor(ctx, body));
  serve(app, authorsCalls.update, ({ ctx, params, body }) => changeAuthor(ctx, params.id, body));
  serve(app, authorsCalls.merge, async ({ ctx, params, body }) => {
    await mergeAuthor(ctx, params.id, body);
    return { message: ctx.text('bylines.merged') };
  });
  serve(app, authorsCalls.remove, async ({ ctx, params, query }) => {
    await removeAuthor(ctx, params.id, query.version);
    return { message: ctx.text('bylines.deleted') };
  });
  serve(app, authorsCalls.linkStories, ({ ctx, params }) => linkUnlinked(ctx, params.id));
}
