import { readFile, rm } from 'node:fs/promises';
import { renderSVG } from 'uqr';
import { defineLimit } from '#src/calls/call.ts';
import type { Context } from '#src/platform/context.ts';
import { typesetPdf } from '#src/platform/documents/typeset.ts';
import { AppError } from '#src/platform/errors.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { essayUrl } from '#src/submissions/submission/citations.rules.ts';
import { actorOfSignedUrl } from '#src/submissions/submission/server/signed-url-actor.service.ts';
import { canSeeAllFields } from '#src/submissions/submission/server/submission-view.service.ts';
import { findSubmission, type Submission } from '#src/submissions/submission/server/submissions.queries.ts';
import { notFound } from '#src/submissions/submission/server/transitions.service.ts';
import { citedWork } from './research.service.ts';

// A certificate is typeset for every request, which takes half a second of CPU time.
const certificatesAnHour = defineLimit({ name: 'certificate', attempts: 60, perSeconds: 3600, per: 'account' });

const passFor = (id: number) => `certificate ${id}`;

/** Signed path of a certificate for the current user, valid for 15 minutes while his session lasts. */
export async function certificatePath(ctx: Context, id: number): Promise<string> {
  const path = `/submissions/${id}/certificate`;
  if (ctx.actor.role === 'visitor') return path;
  return `${path}?pass=${await ctx.signedUrls.sign(passFor(id), ctx.actor.sessionId, ctx.now())}`;
}

/** Typesets a published essay's certificate, for its author and the newsroom. Throws `conflict` if not published. */
export async function makeCertificate(ctx: Context, id: number, pass: string | undefined): Promise<Buffer> {
  const actor = await actorOfSignedUrl(ctx, passFor(id), pass);
  const { submission } = (await findSubmission(ctx.db, id)) ?? {};
  if (!submission || actor.role === 'visitor' || !canSeeAllFields(actor, submission)) throw notFound();
  if (!submission.onResearch) throw new AppError('conflict', 'submissions.notPublished');
  await ctx.limits.count(certificatesAnHour, String(actor.userId));
  return typesetCertificate(ctx, submission);
}

async function typesetCertificate(ctx: Context, submission: Submission): Promise<Buffer> {
  const { title, authors, institution, publishedAt, journal } = citedWork(ctx, submission);
  const { siteUrl } = ctx.config;
  const check = `${siteUrl}/verify/${submission.code}`;
  const date = indianDateFormat('en-IN', { dateStyle: 'long' });
  const { path } = await typesetPdf(ctx, {
    template: 'src/submissions/research/server/certificate.typ',
    data: {
      journal,
      title,
      authors,
      institution,
      type: submission.articleType,
      date: date.format(new Date(publishedAt)),
      address: essayUrl(siteUrl, submission.id),
      code: submission.code,
      check,
    },
    priority: 'reader',
    files: { 'qr.svg': Buffer.from(renderSVG(check, { border: 0, ecc: 'M' })) },
  });
  return readFile(path).finally(() => rm(path));
}
