import { readFile, rm } from 'node:fs/promises';
import { renderSVG } from 'uqr';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Limit } from '#src/platform/limits.ts';
import { typesetPdf } from '#src/platform/typeset.ts';
import { workAddress } from '../citations.rules.ts';
import { seesAll } from './articles.ts';
import { notFound } from './moves.ts';
import { openerOf } from './openers.ts';
import { citedWork } from './research.service.ts';
import { findSubmission, type Submission } from './submissions.queries.ts';

// Each one is typeset anew, which takes a core for half a second.
const certificatesAnHour: Limit = { name: 'certificate', attempts: 60, perSeconds: 3600 };

const passFor = (id: number) => `certificate ${id}`;

/** Path of a certificate for whoever asks, good for a quarter of an hour of his session. */
export async function certificatePath(ctx: Context, id: number): Promise<string> {
  const path = `/submissions/${id}/certificate`;
  if (ctx.actor.role === 'visitor') return path;
  return `${path}?pass=${await ctx.passes.issue(passFor(id), ctx.actor.sessionId, ctx.now())}`;
}

/** Typesets the certificate of a published work, for its author and the newsroom. Throws `conflict` for any other work. */
export async function makeCertificate(ctx: Context, id: number, pass: string | undefined): Promise<Buffer> {
  const actor = await openerOf(ctx, passFor(id), pass);
  const { submission } = (await findSubmission(ctx.db, id)) ?? {};
  if (!submission || actor.role === 'visitor' || !seesAll(actor, submission)) throw notFound();
  if (!submission.onResearch) throw new AppError('conflict', 'submissions.notPublished');
  await ctx.limits.count(certificatesAnHour, String(actor.userId));
  return typesetCertificate(ctx, submission);
}

async function typesetCertificate(ctx: Context, submission: Submission): Promise<Buffer> {
  const { title, authors, institution, publishedAt, journal } = citedWork(ctx, submission);
  const { siteUrl } = ctx.config;
  const check = `${siteUrl}/verify/${submission.code}`;
  const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
  const { path } = await typesetPdf(ctx, {
    template: 'src/submissions/server/certificate.typ',
    data: {
      journal,
      title,
      authors,
      institution,
      type: submission.articleType,
      date: date.format(new Date(publishedAt)),
      address: workAddress(siteUrl, submission.id),
      code: submission.code,
      check,
    },
    priority: 'reader',
    files: { 'qr.svg': Buffer.from(renderSVG(check, { border: 0, ecc: 'M' })) },
  });
  return readFile(path).finally(() => rm(path));
}
