import type { FastifyInstance } from 'fastify';
import { periodRange } from '#src/epaper/pages/date-range.rules.ts';
import { disconnectSignal } from '#src/platform/http/disconnect.ts';
import { serve } from '#src/platform/http/serve.ts';
import { composeCalls } from '../compose.contract.ts';
import { editionPlanCalls } from '../edition-plans.contract.ts';
import { getComposition, orderNewspaper, previewPage, propose } from './compose.service.ts';
import { discardDraft, getDrafts } from './drafts.service.ts';
import { getPlan, getPlans, removePlan, saveAgain, savePlan } from './edition-plans.service.ts';
import { getStoryForPrint } from './page-plan.service.ts';

export function composeRoutes(app: FastifyInstance): void {
  serve(app, composeCalls.propose, ({ ctx, query: { category, day } }) =>
    propose(ctx, { category, days: periodRange(category, day) }),
  );
  serve(app, composeCalls.preview, ({ ctx, body, reply }) => previewPage(ctx, body, disconnectSignal(reply)));
  serve(app, composeCalls.publish, ({ ctx, body }) => orderNewspaper(ctx, body));
  serve(app, composeCalls.drafts, ({ ctx }) => getDrafts(ctx));
  serve(app, composeCalls.discard, async ({ ctx, params }) => {
    await discardDraft(ctx, params.id);
    return { message: ctx.text('compose.draftDropped') };
  });
  serve(app, composeCalls.state, ({ ctx, params }) => getComposition(ctx, params.id));
  serve(app, composeCalls.story, ({ ctx, params }) => getStoryForPrint(ctx, params.id));
  serve(app, editionPlanCalls.list, ({ ctx }) => getPlans(ctx));
  serve(app, editionPlanCalls.get, ({ ctx, params }) => getPlan(ctx, params.id));
  serve(app, editionPlanCalls.create, ({ ctx, body }) => savePlan(ctx, body));
  serve(app, editionPlanCalls.change, ({ ctx, params, body }) => saveAgain(ctx, params.id, body));
  serve(app, editionPlanCalls.remove, async ({ ctx, params }) => {
    await removePlan(ctx, params.id);
    return { message: ctx.text('compose.planDeleted') };
  });
}
