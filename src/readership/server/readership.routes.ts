import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/platform/context.ts';
import { clientKey } from '#src/platform/http/address.ts';
import { answerAhead } from '#src/platform/http/ahead.ts';
import { type Observers, observeAhead, readsRoute } from '#src/platform/http/observe-requests.ts';
import { requestIdHeader, requestIdOf, trustedProxies } from '#src/platform/http/request-id.ts';
import { serve } from '#src/platform/http/serve.ts';
import { authorStatisticsCalls } from '../author-statistics.contract.ts';
import { type ReadReport, readershipCalls } from '../readership.contract.ts';
import { sourceOf } from '../readership.rules.ts';
import { downloadedEssay } from '../works.rules.ts';
import { exportAuthorStatistics, getAuthorStatistics } from './author-statistics.service.ts';
import { openReadCounter, type ReadCounter } from './reads.service.ts';
import { exportStatistics, getStatistics } from './statistics.service.ts';

export function readershipRoutes(app: FastifyInstance, services: Services, observers: Observers): void {
  const counter = openReadCounter(services, (error) => app.log.error({ err: error }, 'reads could not be stored'));
  app.addHook('onClose', () => counter.close());
  const { hostname } = new URL(services.config.siteUrl);
  const count: Count = ({ story, essay, language, from, newsletter, depth }, host, address) => {
    if (essay !== undefined) counter.countEssay({ essayId: essay, depth }, address);
    if (story === undefined) return;
    const source = newsletter ? 'mail' : sourceOf(from, [hostname, host.replace(/:\d+$/, '')]);
    counter.count({ storyId: story, language, source, newsletter, depth }, address);
  };
  countAhead(app, services, observers, count);
  serve(app, readershipCalls.count, async ({ ctx, query, request, reply }) => {
    count(query, request.host, ctx.address);
    return reply.code(204).send();
  });
  countDownloads(app, counter);
  serve(app, authorStatisticsCalls.statistics, async ({ ctx, query }) => {
    await counter.flush();
    return getAuthorStatistics(ctx, query.person);
  });
  serve(app, authorStatisticsCalls.csv, async ({ ctx, query, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="readers.csv"');
    return reply.send(await exportAuthorStatistics(ctx, query.person));
  });
  serve(app, readershipCalls.statistics, async ({ ctx, query }) => {
    // With what this node has counted until now.
    await Promise.all([counter.flush(), services.zeroResultSearches.flush()]);
    return getStatistics(ctx, query.days);
  });
  serve(app, readershipCalls.csv, async ({ ctx, query: { days, of }, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${of}.csv"`);
    return reply.send(await exportStatistics(ctx, days, of));
  });
}

/** Counts PDFs of essays that are sent, as the slice of submissions may not import readership. */
function countDownloads(app: FastifyInstance, counter: ReadCounter) {
  app.addHook('onResponse', async ({ method, url, headers, ctx }, { statusCode }) => {
    const essay = downloadedEssay({ method, url, status: statusCode, headers });
    if (essay !== undefined) counter.countEssay({ essayId: essay, downloaded: true }, ctx.address);
  });
}

type Count = (report: ReadReport, host: string, address: string) => void;

const prefix = `${readershipCalls.count.path}?`;

/**
 * Counts valid reads ahead of the framework: there is one for each story that is read, and the other nodes
 * need no message of it. The framework answers all others, with the reason.
 */
function countAhead(app: FastifyInstance, { config }: Services, observers: Observers, count: Count) {
  const observe = observeAhead(app.log, observers);
  const isTrusted = trustedProxies(config.trustProxy);
  const isOwn = ({ headers: { origin, host } }: IncomingMessage) =>
    origin === undefined || origin === config.siteUrl || origin.endsWith(`//${host}`);
  const isEmpty = ({ headers }: IncomingMessage) =>
    headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';

  answerAhead(app.server, (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '' } = request;
    if (method !== 'POST' || !url.startsWith(prefix) || !isOwn(request) || !isEmpty(request)) return false;
    const begun = performance.now();
    const query = Object.fromEntries(new URLSearchParams(url.slice(prefix.length)));
    const read = readershipCalls.count.query.safeParse(query);
    if (!read.success) return false;
    count(read.data, request.headers.host ?? '', clientKey(request, isTrusted));
    const requestId = requestIdOf(request, isTrusted);
    response.writeHead(204, { 'cache-control': 'no-store', [requestIdHeader]: requestId }).end();
    const durationMs = performance.now() - begun;
    observe({ method, route: readsRoute, status: 204, cache: undefined, durationMs }, requestId);
    return true;
  });
}
