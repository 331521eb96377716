import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { workingCopiesCalls } from '../working-copies.contract.ts';
import { getWorkingCopies, getWorkingCopy, removeWorkingCopy, saveWorkingCopy } from './working-copies.service.ts';

export function workingCopiesRoutes(app: FastifyInstance): void {
  serve(app, workingCopiesCalls.list, ({ ctx, query }) => getWorkingCopies(ctx, query.story));
  serve(app, workingCopiesCalls.get, ({ ctx, params }) => getWorkingCopy(ctx, params.copy));
  serve(app, workingCopiesCalls.save, ({ ctx, params, body }) => saveWorkingCopy(ctx, params.copy, body));
  serve(app, workingCopiesCalls.remove, async ({ ctx, params }) => {
    await removeWorkingCopy(ctx, params.copy);
    return { message: ctx.text('editing.copyDiscarded') };
  });
}
