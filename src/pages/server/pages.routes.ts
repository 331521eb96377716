import type { FastifyInstance } from 'fastify';
import type { Setting } from '#src/platform/define-setting.ts';
import { serve } from '#src/platform/http/serve.ts';
import { enquiriesCalls } from '../enquiries.contract.ts';
import { settingsCalls } from '../settings.contract.ts';
import { changeEnquiry, exportEnquiries, getEnquiries, sendEnquiry } from './enquiries.service.ts';
import { changeSettings, getSettings } from './settings.service.ts';

export function pagesRoutes(app: FastifyInstance, settings: readonly Setting[]): void {
  serve(app, enquiriesCalls.send, async ({ ctx, body, request }) => {
    const { name = '', email = '', mobile = '', programme = '', consent = false } = body;
    await sendEnquiry(ctx, { name, email, mobile, programme, consent }, request.ip);
    return { message: ctx.text('enquiries.sent') };
  });
  serve(app, enquiriesCalls.list, ({ ctx, query }) => getEnquiries(ctx, query));
  serve(app, enquiriesCalls.change, ({ ctx, params, body }) => changeEnquiry(ctx, params.id, body));
  serve(app, enquiriesCalls.csv, async ({ ctx, query, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="enquiries.csv"');
    return reply.send(await exportEnquiries(ctx, query));
  });

  serve(app, settingsCalls.list, async ({ ctx }) => getSettings(ctx, settings));
  serve(app, settingsCalls.change, ({ ctx, body }) => changeSettings(ctx, settings, body.values));
}
