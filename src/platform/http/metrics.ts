import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { type Metrics, metricsContentType } from '../metrics/metrics.ts';

/** Serves `/metrics`, this node's metrics for Prometheus, to clients with the bearer token. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string): void {
  const expected = hash(`Bearer ${token}`);
  app.get('/metrics', { schema: { hide: true } }, async ({ headers }, reply) => {
    // Of hashes, because the comparison in constant time needs equal lengths.
    if (!timingSafeEqual(hash(headers.authorization ?? ''), expected))
      throw new AppError('unauthenticated', 'errors.signIn', { headers: { 'www-authenticate': 'Bearer' } });
    return reply
      .type(metricsContentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text());
  });
}

const hash = (text: string) => createHash('sha256').update(text).digest();
