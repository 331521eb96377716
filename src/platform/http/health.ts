import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';
import { answerProbe } from './health-probe.ts';

/**
 * `/healthz` is for load balancers and supervisors; `/readyz` checks database, files and jobs, for alerts. A load
 * balancer that used `/readyz` would take every node away while the database is down, and with them the cached pages.
 */
export function healthRoutes(app: FastifyInstance, services: Services): void {
  app.get('/healthz', { schema: { hide: true } }, async (request, reply) => {
    const probe = await answerProbe(request, services.signedUrls, services.now());
    if (probe) reply.header('cache-control', 'no-store');
    return { status: 'alive', ...probe };
  });
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const checks = {
      database: () => services.db.execute(sql`SELECT 1`),
      files: () => services.files.check(),
      jobs: () => services.jobs.check(),
    };
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check();
          return [name, 'ok'] as const;
        } catch (error) {
          request.log.error({ err: error }, `${name} does not work`);
          return [name, 'failing'] as const;
        }
      }),
    );
    const ready = results.every(([, result]) => result === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', ...Object.fromEntries(results) });
  });
}
