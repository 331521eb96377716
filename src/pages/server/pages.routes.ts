import type { FastifyInstance } from 'fastify';
import { serve } from '#src/platform/http/serve.ts';
import { enquiriesCalls } from '../enquiries.contract.ts';
import { grievancesCalls } from '../grievances.contract.ts';
import { standingPagesCalls } from '../standing-pages.contract.ts';
import { changeEnquiry, exportEnquiries, getEnquiries, sendEnquiry } from './enquiries.service.ts';
import { decideGrievance, getDisclosure, getGrievances, sendGrievance } from './grievances.service.ts';
import {
  getEditedPage,
  getPages,
  getVersion,
  getVersions,
  restoreVersion,
  savePage,
} from './standing-pages.service.ts';

export function pagesRoutes(app: FastifyInstance): void {
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

  serve(app, grievancesCalls.send, async ({ ctx, body }) => {
    const { name = '', email = '', topic = '', text = '' } = body;
    const { number } = await sendGrievance(ctx, { name, email, topic, text });
    return { message: ctx.text('grievances.receivedSent'), number };
  });
  serve(app, grievancesCalls.disclosure, ({ ctx }) => getDisclosure(ctx));
  serve(app, grievancesCalls.list, ({ ctx, query }) => getGrievances(ctx, query));
  serve(app, grievancesCalls.decide, ({ ctx, params, body }) => decideGrievance(ctx, params.id, body));

  serve(app, standingPagesCalls.list, ({ ctx }) => getPages(ctx));
  serve(app, standingPagesCalls.get, ({ ctx, params }) => getEditedPage(ctx, params.slug));
  serve(app, standingPagesCalls.save, ({ ctx, params, body }) =>
    savePage(ctx, params.slug, body.version, body.content),
  );
  serve(app, standingPagesCalls.versions, ({ ctx, params }) => getVersions(ctx, params.slug));
  serve(app, standingPagesCalls.version, ({ ctx, params }) => getVersion(ctx, params.slug, params.version));
  serve(app, standingPagesCalls.restore, ({ ctx, params, body }) =>
    restoreVersion(ctx, params.slug, params.version, body.version),
  );
}
