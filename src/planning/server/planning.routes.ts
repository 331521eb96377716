import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { planCalls } from '../plan.contract.ts';
import { addAssignment, changeAssignment, removeAssignment, startStory } from './assignments.service.ts';
import { getCalendar } from './calendar.service.ts';

export function planningRoutes(app: FastifyInstance): void {
  serve(app, planCalls.calendar, ({ ctx, query }) => getCalendar(ctx, query));
  serve(app, planCalls.create, ({ ctx, body }) => addAssignment(ctx, body));
  serve(app, planCalls.change, ({ ctx, params, body }) => changeAssignment(ctx, params.id, body));
  serve(app, planCalls.remove, async ({ ctx, params }) => {
    await removeAssignment(ctx, params.id);
    return { message: ctx.text('planning.deleted') };
  });
  serve(app, planCalls.start, async ({ ctx, params }) => ({ story: await startStory(ctx, params.id) }));
}
