import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '#src/calls/call.ts';
import { proofHeader } from '#src/calls/proof-of-work.ts';
import { AppError } from '../errors.ts';
import type { Limit } from '../limits/limits.ts';
import { makeChallenge, redeemProof } from '../limits/proof-of-work.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The limit that a request without a proof of work was counted by. */
    freeOfProof: Limit | undefined;
  }
}

/**
 * Throws `proof_needed`, with a challenge, unless the request has a proof of work or its address has had few requests.
 * Runs before the body is read, so that no file is sent in vain.
 */
export async function requireProof(request: FastifyRequest, { proof }: Call): Promise<void> {
  if (!proof) return;
  const { ctx } = request;
  const sent = request.headers[proofHeader];
  if (typeof sent === 'string' && (await redeemProof(ctx, sent))) return;
  if (sent === undefined && proof.free && (await ctx.limits.take(ctx.db, proof.free, ctx.address))) {
    request.freeOfProof = proof.free;
    return;
  }
  const extra = { challenge: await makeChallenge(ctx) };
  throw new AppError('proof_needed', 'errors.proofNeeded', {
    extra,
    headers: { 'retry-after': String(proof.free?.perSeconds ?? 1) },
  });
}

/** Refunds requests without a proof that had errors to correct: they have sent no mail. */
export function refundInvalid(app: FastifyInstance): void {
  app.decorateRequest('freeOfProof');
  app.addHook('onResponse', async ({ ctx, freeOfProof }, { statusCode }) => {
    if (freeOfProof && statusCode === 422) await ctx.limits.refund(freeOfProof, ctx.address);
  });
}
