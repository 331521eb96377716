import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Call, Problem } from '#src/calls/call.ts';
import { proofHeader } from '#src/calls/proof-of-work.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { sendCached } from './cached-pages.ts';
import { type RequestLimits, requestLimitsOf } from './request-limits.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The input of a call's handler, validated against the contract. */
export interface Input<C extends Call> {
  ctx: Context;
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: C['form'] extends z.ZodType ? Parsed<C['form']> : Parsed<C['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Reply<C extends Call> = z.input<C['reply'][keyof C['reply'] & number]>;

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
    bounds?: RequestLimits;
  }
}

/** Registers the route of a call. The handler returns the answer for the call's first (successful) status. */
export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: (input: Input<C>) => Promise<Reply<C> | FastifyReply>,
): void {
  const status = Number(Object.keys(call.reply)[0]);
  const body = call.form ?? call.body;
  const bounds = requestLimitsOf(call);
  app.route({
    method: call.method,
    url: call.path,
    config: { call, bounds },
    bodyLimit: bounds.jsonBytes,
    schema: {
      summary: call.summary,
      description: `Who: ${call.who}.${call.proof ? ` ${proofNote(call.proof)}` : ''}`,
      tags: [call.path.split('/')[2] ?? ''],
      ...(call.form && { consumes: ['multipart/form-data'] }),
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(body && { body }),
      ...(call.who !== 'anyone' && { security: [{ bearer: [] }] }),
      response: { ...call.reply, '4xx': Problem.loose() },
    },
    handler: async (request, reply) => {
      const { params, query, body, ctx } = request;
      // Fastify has validated these against the same contract.
      const answer = () => handler({ ctx, params, query, body, request, reply } as unknown as Input<C>);
      const { pageCache } = ctx;
      if (call.shared && pageCache && ctx.actor.role === 'visitor')
        return sendShared(request, reply, pageCache, `${call.path} ${JSON.stringify([params, query])}`, answer);
      const answered = await answer();
      return reply.sent || answered === reply ? reply : reply.code(status).send(answered);
    },
  });
}

const proofNote = ({ free }: NonNullable<Call['proof']>) =>
  `Needs a proof of work, ${free ? `but for ${free.attempts} requests of an address in ${free.perSeconds / 60} minutes` : 'always'}: without one the answer ` +
  `is 429 with the code proof_needed and a \`challenge\` of altcha-lib. Repeat the call with the header ${proofHeader}: ` +
  'base64url of the JSON of `{ challenge, solution }`. A proof is good for one call, within ten minutes.';

/** Answers a visitor from the cache of pages. `key` has the parameters of the contract, and nothing else. */
async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: PageCache,
  key: string,
  answer: () => Promise<unknown>,
): Promise<FastifyReply> {
  const { language } = request.ctx;
  const render = async () => {
    const answered = await answer();
    await request.serializationTurn(); // the hook that waits for it does not run for an answer that is serialized already
    const body = Buffer.from(reply.code(200).serialize(answered) as string); // all our answers are JSON
    const headers: [string, string][] = [
      ['content-type', 'application/json; charset=utf-8'],
      ['cache-control', 'no-store'],
    ];
    const link = reply.getHeader('link');
    if (link !== undefined) headers.push(['link', String(link)]);
    return { status: 200, headers, body };
  };
  const found = await cache.get(`${language} ${key}`, () => request.renderList(render), 'lists');
  return sendCached(request, reply, found, language);
}

/** Throws `unauthenticated` or `forbidden` if the current user may not make the call. Runs before the body is read. */
export function guard({ ctx }: FastifyRequest, call: Call): void {
  if (isAllowed(ctx.actor.role, call.who)) return;
  if (ctx.actor.role === 'visitor') throw new AppError('unauthenticated', 'errors.signIn');
  throw new AppError('forbidden', 'errors.forbidden');
}
