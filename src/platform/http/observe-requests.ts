import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fieldsOf, loggerWithFields } from '../log/log.ts';
import { type Scope, scopes } from '../log/scope.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { endSpan, type Tracing } from '../tracing/tracing.ts';
import type { AnsweredRequest } from './answered-request.ts';
import type { ServeCachedOptions } from './cached-pages.ts';
import { type IsTrustedProxy, isFromTrustedProxy, requestIdHeader } from './request-id.ts';

declare module 'fastify' {
  interface FastifyRequest {
    scope: Scope;
    /** The pattern of the page's path, "/news/:id"; undefined for all but pages. */
    pagePattern: string | undefined;
    /** The response stays open for events, so its duration is not the server's. */
    staysOpen: boolean;
  }
}

export interface Observers {
  metrics: Metrics | undefined;
  tracing: Tracing | undefined;
}

// nginx's code for a client that has disconnected before the response began.
const clientClosedRequest = 499;

/** Of requests answered from memory, one in this number is logged: a line takes as long as a fifth of such an answer. */
const cachedRequestsPerLine = 100;

/** Logs one line for a request, at level `debug` for those of monitors. `bytes` are those sent, headers included. */
export function logRequest(
  log: Pick<FastifyBaseLogger, 'info' | 'debug'>,
  { method, route, status, cache, durationMs, ...refusal }: AnsweredRequest,
  bytes: number,
  more: { request_id?: string } = {},
): void {
  const line = {
    method,
    route,
    status,
    duration_ms: Math.round(durationMs * 100) / 100,
    bytes,
    ...refusal,
    ...(cache !== undefined && { cache }),
    ...(isAnsweredFromMemory(route, cache) && { one_of: cachedRequestsPerLine }),
    ...more,
  };
  log[monitorRoutes.has(route) && status === 200 ? 'debug' : 'info'](line, 'request');
}

const monitorRoutes = new Set(['/healthz', '/readyz', '/metrics']);
const assetsRoute = '/assets/*';
/** Counted in memory, for every reader of a story. */
export const readsRoute = '/api/reads';
const isAnsweredFromMemory = (route: string, cache: string | undefined) =>
  cache === 'hit' || cache === 'stale' || route === assetsRoute || route === readsRoute;

/** A function that is true once in `cachedRequestsPerLine` calls. */
function openSampler(): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    if (count < cachedRequestsPerLine) return false;
    count = 0;
    return true;
  };
}

/**
 * Counts and logs the answers that `serveCached` sends. They are neither timed nor traced: each takes some microseconds,
 * and nothing happens in between.
 */
export function observeCached(log: FastifyBaseLogger, { metrics }: Observers): ServeCachedOptions['observe'] {
  const isSampled = openSampler();
  return ({ page: { status }, state, pattern }, { socket }, requestId) => {
    metrics?.hitAnswered(pattern, status, state);
    if (!isSampled()) return undefined;
    const start = performance.now();
    const bytesBefore = socket.bytesWritten;
    return () => {
      const durationMs = performance.now() - start;
      const answered = { method: 'GET', route: pattern, status, cache: state, durationMs };
      logRequest(log, answered, socket.bytesWritten - bytesBefore, { request_id: requestId });
    };
  };
}

/** Counts and logs requests of a route that are answered ahead of the framework; of the log lines one in a hundred. */
export function observeAhead(log: FastifyBaseLogger, { metrics }: Observers) {
  const isSampled = openSampler();
  return (answered: AnsweredRequest, requestId: string) => {
    metrics?.requestAnswered(answered);
    if (isSampled()) logRequest(log, answered, 0, { request_id: requestId });
  };
}

/** Creates the log of a request, whose lines have its id. */
export function requestLog(log: FastifyBaseLogger, requestId: string, options: object): FastifyBaseLogger {
  return loggerWithFields(log, { request_id: requestId }, options);
}

/**
 * Gives each answer its request's id, and measures, traces and logs each request. Must be the first hooks. Page cache
 * hits are answered before the hooks, see `serveCached`.
 */
export function observeRequests(
  app: FastifyInstance,
  { metrics, tracing }: Observers,
  isTrusted: IsTrustedProxy,
): void {
  const isSampled = openSampler();
  app.decorateRequest('scope');
  app.decorateRequest('pagePattern');
  app.decorateRequest('staysOpen', false);
  app.addHook('onRequest', (request, reply, done) => {
    const start = performance.now();
    const { socket } = request.raw;
    const bytesBefore = socket.bytesWritten;
    reply.header(requestIdHeader, request.id);
    const span = tracing?.startSpan(request.method, {
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'request.id': request.id },
      traceparent: traceparentOf(request.raw, isTrusted),
    });
    const fields = fieldsOf(request.log) ?? {};
    if (span) fields.trace_id = span.spanContext().traceId;
    request.scope = { fields, span };
    // Fastify has no hook for a client that disconnects after its body has arrived.
    reply.raw.once('close', () => {
      const answered = answeredRequest(request, reply, performance.now() - start);
      const { method, route, status, cache } = answered;
      metrics?.requestAnswered(answered, request.staysOpen);
      if (span) {
        span.updateName(`${method} ${route}`);
        span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
        endSpan(span, status >= 500 ? String(status) : undefined);
      }
      if (!isAnsweredFromMemory(route, cache) || isSampled())
        logRequest(request.log, answered, socket.bytesWritten - bytesBefore);
    });
    scopes.run(request.scope, done);
  });
  // A body arrives in events of the connection, which are outside of the scope.
  app.addHook('preValidation', (request, _reply, done) => scopes.run(request.scope, done));
}

const traceparentOf = (request: IncomingMessage, isTrusted: IsTrustedProxy): string | undefined => {
  const { traceparent } = request.headers;
  return typeof traceparent === 'string' && isFromTrustedProxy(request, isTrusted) ? traceparent : undefined;
};

function answeredRequest(request: FastifyRequest, reply: FastifyReply, durationMs: number): AnsweredRequest {
  const cache = reply.getHeader('x-cache');
  const { problem, ctx } = request;
  const actor = ctx?.actor;
  return {
    method: request.routeOptions.url === undefined ? 'other' : request.method, // routes have a few methods, requests any
    route: routeOf(request),
    status: reply.raw.headersSent ? reply.raw.statusCode : clientClosedRequest,
    cache: cache === undefined ? undefined : String(cache),
    durationMs,
    ...(problem && { problem: problem.code, ...(actor && actor.role !== 'visitor' && { user: actor.userId }) }),
  };
}

function routeOf({ pagePattern, routeOptions: { url } }: FastifyRequest): string {
  if (pagePattern !== undefined) return pagePattern;
  if (url?.startsWith('/assets/')) return assetsRoute; // each built file has a route
  return url ?? 'unmatched';
}
