import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { grievancesCalls } from '../grievances.contract.ts';
import { decideGrievance, getDisclosure, getGrievances, sendGrievance } from './grievances.service.ts';

export function grievancesRoutes(app: FastifyInstance): void {
  serve(app, grievancesCalls.send, async ({ ctx, body }) => {
    const { name = '', email = '', topic = '', text = '' } = body;
    const { number } = await sendGrievance(ctx, { name, email, topic, text });
    return { message: ctx.text('grievances.receivedSent'), number };
  });
  serve(app, grievancesCalls.disclosure, ({ ctx }) => getDisclosure(ctx));
  serve(app, grievancesCalls.list, ({ ctx, query }) => getGrievances(ctx, query));
  serve(app, grievancesCalls.decide, ({ ctx, params, body }) => decideGrievance(ctx, params.id, body));
}
