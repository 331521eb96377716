import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../context.ts';

/** `/healthz` says that the process lives; `/readyz` that database, files and jobs work, for whoever sends it visitors. */
export function healthRoutes(app: FastifyInstance, parts: Parts): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const checks = {
      database: () => parts.db.execute(sql`SELECT 1`),
      files: () => parts.files.check(),
      jobs: () => parts.jobs.check(),
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
