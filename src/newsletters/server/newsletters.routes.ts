import type { FastifyInstance } from 'fastify';
import type { Db } from '#src/platform/db.ts';
import { serve } from '#src/platform/http/serve.ts';
import { newsletterDeskCalls } from '../desk.contract.ts';
import { newsletterFiguresCalls } from '../figures.contract.ts';
import { newslettersCalls } from '../newsletters.contract.ts';
import { issuePath } from '../newsletters.rules.ts';
import { getIssueDocument } from './content.service.ts';
import { exportNewsletterFigures, getNewsletterFigures } from './figures.service.ts';
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
  // Mail programs post a form, which says nothing that the address does not.
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
    async ({ ctx, params, query }, reply) => {
      const html = await getIssueDocument(ctx, params.id, query.preview);
      reply.header('content-security-policy', documentPolicy).header('cache-control', 'no-cache');
      return reply.type('text/html; charset=utf-8').send(html);
    },
  );
  deskRoutes(app);
}

const documentPolicy = [
  "default-src 'none'",
  "img-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

function deskRoutes(app: FastifyInstance) {
  serve(app, newsletterFiguresCalls.figures, ({ ctx }) => getNewsletterFigures(ctx));
  serve(app, newsletterFiguresCalls.csv, async ({ ctx, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="newsletters.csv"');
    return reply.send(await exportNewsletterFigures(ctx));
  });
  serve(app, newsletterDeskCalls.list, ({ ctx }) => getNewsletters(ctx));
  serve(app, newsletterDeskCalls.create, async ({ ctx, body }) => ({ id: await addNewsletter(ctx, body) }));
  serve(app, newsletterDeskCalls.change, async ({ ctx, params: { id }, body }) => {
    await changeNewsletter(ctx, id, body);
    return { id };
  });
  serve(app, newsletterDeskCalls.compose, async ({ ctx, params: { id } }) => ({ id: await composeNext(ctx, id) }));
  serve(app, newsletterDeskCalls.issue, ({ ctx, params: { id } }) => getIssue(ctx, id));
  serve(app, newsletterDeskCalls.save, async ({ ctx, params: { id }, body }) => {
    await saveVersion(ctx, id, body);
    return getIssue(ctx, id);
  });
  serve(app, newsletterDeskCalls.test, async ({ ctx, params: { id } }) => {
    const email = await mailTest(ctx, id);
    return { message: ctx.text('newsletters.testSent', { email }) };
  });
  serve(app, newsletterDeskCalls.send, async ({ ctx, params: { id: issueId }, body }) => {
    await sendNow(ctx, issueId, body.version, (within: Db) => ctx.jobs.send(sendIssue, { issueId }, { within }));
    return getIssue(ctx, issueId);
  });
  serve(app, newsletterDeskCalls.stop, async ({ ctx, params: { id } }) => {
    await stopSending(ctx, id);
    return getIssue(ctx, id);
  });
}
