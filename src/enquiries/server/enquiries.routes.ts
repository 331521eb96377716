import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { enquiriesCalls } from '../enquiries.contract.ts';
import { changeEnquiry, exportEnquiries, getEnquiries, sendEnquiry } from './enquiries.service.ts';

export function enquiriesRoutes(app: FastifyInstance): void {
  serve(app, enquiriesCalls.send, async ({ ctx, body }) => {
    const { name = '', email = '', mobile = '', programme = '', consent = false } = body;
    await sendEnquiry(ctx, { name, email, mobile, programme, consent });
    return { message: ctx.text('enquiries.sent') };
  });
  serve(app, enquiriesCalls.list, ({ ctx, query }) => getEnquiries(ctx, query));
  serve(app, enquiriesCalls.change, ({ ctx, params, body }) => changeEnquiry(ctx, params.id, body));
  serve(app, enquiriesCalls.csv, async ({ ctx, query, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="enquiries.csv"');
    return reply.send(await exportEnquiries(ctx, query));
  });
}
