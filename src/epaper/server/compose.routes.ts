import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { composeCalls } from '../compose.contract.ts';
import { periodRange } from '../compose.rules.ts';
import { getComposition, orderNewspaper, previewPage, propose } from './compose.service.ts';
import { discardDraft, getDrafts } from './drafts.service.ts';

export function composeRoutes(app: FastifyInstance): void {
  serve(app, composeCalls.propose, ({ ctx, query: { category, day } }) =>
    propose(ctx, { category, days: periodRange(category, day) }),
  );
  serve(app, composeCalls.preview, ({ ctx, body }) => previewPage(ctx, body));
  serve(app, composeCalls.publish, ({ ctx, body }) => orderNewspaper(ctx, body));
  serve(app, composeCalls.drafts, ({ ctx }) => getDrafts(ctx));
  serve(app, composeCalls.discard, async ({ ctx, params }) => {
    await discardDraft(ctx, params.id);
    return { message: ctx.text('compose.draftDropped') };
  });
  serve(app, composeCalls.state, ({ ctx, params }) => getComposition(ctx, params.id));
}
