import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defineLimit } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import { nextLink } from '#src/platform/database/cursors.ts';
import { notModified } from '#src/platform/http/fresh.ts';
import { contentDisposition, sendFile } from '#src/platform/http/ranges.ts';
import { serve } from '#src/platform/http/serve.ts';
import { changeDescription } from '#src/submissions/author/server/description.service.ts';
import {
  getMySubmissions,
  getSubmission,
  getSubmissions,
} from '#src/submissions/author/server/submission-list.service.ts';
import { removeSubmission, reviseSubmission, submit } from '#src/submissions/author/server/submissions.service.ts';
import { makeCertificate } from '#src/submissions/research/server/certificates.service.ts';
import { answerHarvester } from '#src/submissions/research/server/oai.service.ts';
import { mimeTypes } from '#src/submissions/submission/server/documents.service.ts';
import { articlesCalls, submissionsCalls } from '#src/submissions/submission/submissions.contract.ts';
import { decisionStatisticsCall } from '../decision-statistics.contract.ts';
import { reviewCalls } from '../review.contract.ts';
import { getDecisionStatistics } from './decision-statistics.service.ts';
import { attachPdf, getText } from './essays.service.ts';
import {
  type FileResponse,
  openEssay,
  openEssayPage,
  openFile,
  openFilePage,
  openPublishedPdf,
} from './file-access.service.ts';
import { addReviewNote, decide, getForReview, getReviewed, requestChanges, startReview } from './review.service.ts';

export function submissionsRoutes(app: FastifyInstance): void {
  serve(app, articlesCalls.list, async ({ ctx, query, reply }) => {
    const { articles, nextCursor } = await getSubmissions(ctx, query);
    if (nextCursor) reply.header('link', nextLink(reply.request, nextCursor));
    return { data: articles };
  });
  serve(app, articlesCalls.get, async ({ ctx, query }) => ({ data: await getSubmission(ctx, query.id) }));
  serve(app, articlesCalls.create, async ({ ctx, body }) => ({
    data: await submit(ctx, body),
    message: ctx.text('submissions.submitted'),
  }));
  serve(app, articlesCalls.remove, async ({ ctx, params }) => ({
    message: ctx.text(`submissions.${await removeSubmission(ctx, params.id)}`),
  }));
  serve(app, articlesCalls.decide, async ({ ctx, body }) => {
    await decide(ctx, body);
    return { message: ctx.text(`review.${body.decision}`) };
  });

  serve(app, submissionsCalls.own, ({ ctx }) => getMySubmissions(ctx));
  serve(app, submissionsCalls.revise, async ({ ctx, params, body }) => ({
    data: await reviseSubmission(ctx, params.id, body),
    message: ctx.text('submissions.revised'),
  }));
  serve(app, submissionsCalls.describe, async ({ ctx, params, body }) => ({
    data: await changeDescription(ctx, params.id, body),
    message: ctx.text('submissions.described'),
  }));
  serve(app, decisionStatisticsCall, ({ ctx }) => getDecisionStatistics(ctx));
  reviewRoutes(app);
  fileRoutes(app);
  oaiRoutes(app);
}

function reviewRoutes(app: FastifyInstance) {
  serve(app, reviewCalls.list, ({ ctx, query }) => getForReview(ctx, query));
  serve(app, reviewCalls.get, ({ ctx, params }) => getReviewed(ctx, params.id));
  serve(app, reviewCalls.text, async ({ ctx, params, query }) => ({ html: await getText(ctx, params.id, query.kind) }));
  serve(app, reviewCalls.start, async ({ ctx, params }) => {
    await startReview(ctx, params.id);
    return { message: ctx.text('review.started') };
  });
  serve(app, reviewCalls.askChanges, async ({ ctx, params, body }) => {
    await requestChanges(ctx, params.id, body.note);
    return { message: ctx.text('review.changesAsked') };
  });
  serve(app, reviewCalls.addNote, ({ ctx, params, body }) => addReviewNote(ctx, params.id, body.text));
  serve(app, reviewCalls.attachPdf, async ({ ctx, params, body }) => ({
    data: await attachPdf(ctx, params.id, body),
    message: ctx.text('review.pdfAttached'),
  }));
}

// The content of a public id never changes; the id is deleted when the approval is revoked.
const immutable = 'public, max-age=31536000, immutable';

function fileRoutes(app: FastifyInstance) {
  serve(app, submissionsCalls.file, async ({ ctx, params, query, request, reply }) =>
    // As an attachment: an uploaded file may contain active content; reviewers see its rendered pages.
    send(request, reply, await openFile(ctx, params.file, query.pass), { saved: true }),
  );
  serve(app, submissionsCalls.filePage, async ({ ctx, params, query, request, reply }) =>
    send(request, reply, await openFilePage(ctx, params, query.pass)),
  );
  serve(app, submissionsCalls.certificate, async ({ ctx, params, query, reply }) => {
    const pdf = await makeCertificate(ctx, params.id, query.pass);
    inline(reply, `certificate-${params.id}.pdf`).type(mimeTypes.pdf);
    return reply.send(pdf);
  });
  serve(app, submissionsCalls.essay, async ({ ctx, params, request, reply }) => {
    const opened = await openEssay(ctx, params.file);
    return send(request, reply.header('cache-control', immutable), opened);
  });
  serve(app, submissionsCalls.essayPage, async ({ ctx, params, request, reply }) => {
    const opened = await openEssayPage(ctx, params.name, params.image);
    return send(request, reply.header('cache-control', immutable), opened);
  });

  // Not below /api: Google Scholar requires the PDF in the folder of its page.
  app.get<{ Params: { id: string; file: string } }>(
    '/research/:id(^\\d{1,9}$)/:file(^.+\\.pdf$)',
    { schema: { hide: true } },
    async (request, reply) => {
      const { id, file } = request.params;
      const opened = await openPublishedPdf(request.ctx, Number(id));
      if (file !== opened.name) return reply.redirect(`/research/${id}/${encodeURIComponent(opened.name)}`, 301);
      // Always revalidated, so that it disappears as soon as the approval is revoked.
      reply.header('cache-control', 'no-cache');
      if (notModified(request, opened.etag)) return reply.code(304).header('etag', opened.etag).send();
      return send(request, reply, opened);
    },
  );
}

// Only PDFs and pictures are shown in the browser, in a sandbox.
function send(request: FastifyRequest, reply: FastifyReply, opened: FileResponse, { saved = false } = {}) {
  const { stored, format, filename, etag } = opened;
  if (!saved && (format === 'pdf' || format === 'webp')) inline(reply, filename);
  else reply.header('content-disposition', contentDisposition(filename));
  reply.type(format === 'webp' ? 'image/webp' : mimeTypes[format]);
  return sendFile(request, reply, stored, etag);
}

const inline = (reply: FastifyReply, filename: string) =>
  reply
    .header('content-disposition', contentDisposition(filename).replace('attachment', 'inline'))
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'self'; sandbox");

// A harvester gets 100 records per request.
const harvests = defineLimit({ name: 'oai', attempts: 600, perSeconds: 600 });

/** The OAI-PMH endpoint: one URL for all verbs, by GET and by POST. */
function oaiRoutes(app: FastifyInstance) {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, body),
    );
    const answer = async (ctx: Context, reply: FastifyReply, given: string) => {
      await ctx.limits.count(harvests, ctx.address);
      reply.type('text/xml; charset=utf-8').header('cache-control', 'no-store');
      return answerHarvester(ctx, [...new URLSearchParams(given)]);
    };
    scope.get('/oai', { schema: { hide: true } }, ({ ctx, url }, reply) =>
      answer(ctx, reply, new URL(url, 'http://host.invalid').search),
    );
    scope.post('/oai', { schema: { hide: true } }, ({ ctx, body }, reply) =>
      answer(ctx, reply, typeof body === 'string' ? body : ''),
    );
  });
}
