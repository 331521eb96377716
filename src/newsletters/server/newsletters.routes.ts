import type { FastifyInstance } from 'fastify';
import { NumericId } from '#src/calls/call.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { cachedDocument, sendRevalidated } from '#src/platform/http/fresh.ts';
import { serve } from '#src/platform/http/serve.ts';
import { issueCalls } from '../issues.contract.ts';
import { newslettersCalls } from '../newsletters.contract.ts';
import { issuePath } from '../newsletters.rules.ts';
import { newsletterStatisticsCalls } from '../statistics.contract.ts';
import { getPreviewDocument, getSentDocument } from './content.service.ts';
import {
  addNewsletter,
  changeNewsletter,
  composeNext,
  getIssue,
  getNewsletters,
  saveVersion,
  sendNow,
  stopSending,
} from './issues.service.ts';
import { sendIssue } from './newsletters.jobs.ts';
import { exportNewsletterStatistics, getNewsletterStatistics } from './statistics.service.ts';
import { confirm, getOffers, leave, subscribe } from './subscriptions.service.ts';
import { mailTest } from './test-mails.service.ts';

export function newslettersRoutes(app: FastifyInstance): void {
  serve(app, newslettersCalls.offers, ({ ctx }) => getOffers(ctx));
  serve(app, newslettersCalls.subscribe, async ({ ctx, body }) => {
    await subscribe(ctx, body);
    return { message: ctx.text('newsletters.confirmSent') };
  });
  serve(app, newslettersCalls.confirm, async ({ ctx, body }) => {
    const newsletters = await confirm(ctx, body.token);
    return { message: ctx.text('newsletters.confirmed', { names: newsletters.join(', ') }), newsletters };
  });
  // Mail programs post a form, which adds nothing to the URL.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1000 },
      (_, __, done) => done(null, undefined),
    );
    serve(scope, newslettersCalls.leave, async ({ ctx, query }) => {
      await leave(ctx, query);
      return { message: ctx.text('newsletters.left') };
    });
  });
  // The mail itself, as a document: what its link "Read it in the browser" opens.
  app.get<{ Params: { id: string }; Querystring: { preview?: string } }>(
    `${issuePath}:id`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { ctx, params, query } = request;
      const { success, data: id } = NumericId.safeParse(params.id);
      if (!success) throw new AppError('not_found', 'newsletters.notFound');
      const type = 'text/html; charset=utf-8';
      reply.header('content-security-policy', documentPolicy(ctx.config.siteUrl));
      if (query.preview !== undefined) {
        reply.header('cache-control', 'no-store').type(type);
        return reply.send(await getPreviewDocument(ctx, id, query.preview));
      }
      const write = async () => ({ body: await getSentDocument(ctx, id) });
      const { body } = await cachedDocument(ctx, `newsletter issue ${id}`, write);
      return sendRevalidated(request, reply, { body, type, maxAgeSeconds: 0 });
    },
  );
  issueRoutes(app);
}

// Pictures have whole addresses, as mails need, and the site may be opened under another host name.
const documentPolicy = (siteUrl: string) =>
  [
    "default-src 'none'",
    `img-src 'self' ${new URL(siteUrl).origin}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

function issueRoutes(app: FastifyInstance) {
  serve(app, newsletterStatisticsCalls.statistics, ({ ctx }) => getNewsletterStatistics(ctx));
  serve(app, newsletterStatisticsCalls.csv, async ({ ctx, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="newsletters.csv"');
    return reply.send(await exportNewsletterStatistics(ctx));
  });
  serve(app, issueCalls.list, ({ ctx }) => getNewsletters(ctx));
  serve(app, issueCalls.create, async ({ ctx, body }) => ({ id: await addNewsletter(ctx, body) }));
  serve(app, issueCalls.change, async ({ ctx, params: { id }, body }) => {
    await changeNewsletter(ctx, id, body);
    return { id };
  });
  serve(app, issueCalls.compose, async ({ ctx, params: { id } }) => ({ id: await composeNext(ctx, id) }));
  serve(app, issueCalls.issue, ({ ctx, params: { id } }) => getIssue(ctx, id));
  serve(app, issueCalls.save, async ({ ctx, params: { id }, body }) => {
    await saveVersion(ctx, id, body);
    return getIssue(ctx, id);
  });
  serve(app, issueCalls.test, async ({ ctx, params: { id } }) => {
    const email = await mailTest(ctx, id);
    return { message: ctx.text('newsletters.testSent', { email }) };
  });
  serve(app, issueCalls.send, async ({ ctx, params: { id: issueId }, body }) => {
    await sendNow(ctx, issueId, body.version, (within: Db) => ctx.jobs.send(sendIssue, { issueId }, { within }));
    return getIssue(ctx, issueId);
  });
  serve(app, issueCalls.stop, async ({ ctx, params: { id } }) => {
    await stopSending(ctx, id);
    return getIssue(ctx, id);
  });
}
