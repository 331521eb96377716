// Spans as a collector receives them, by OTLP over HTTP with JSON.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startSite } from '#src/site/site.ts';
import { createStory } from '#test/factories/stories.ts';
import { openTestSite, type TestSite } from '#test/site.ts';
import { restoreAfterEach } from '#test/site-hooks.ts';

interface Received {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number; message?: string };
}

const received: Received[] = [];
let resource: Record<string, unknown>;
let collector: Server;
let site: TestSite;

const attributesOf = ({ attributes }: Pick<Received, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = (await json(request)) as {
      resourceSpans: { resource: Pick<Received, 'attributes'>; scopeSpans: { spans: Received[] }[] }[];
    };
    expect([request.url, request.headers['content-type']]).toEqual(['/v1/traces', 'application/json']);
    for (const { resource: of, scopeSpans } of body.resourceSpans) {
      resource = attributesOf(of);
      received.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo; // listens on TCP
  site = await openTestSite(startSite, inject('postgres'), {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    LOG_LEVEL: 'info',
  });
});
restoreAfterEach(() => site);
afterAll(async () => {
  await site.close();
  collector.close();
});

/** The span of a request, once it has been received, and all spans of its trace. */
async function traceOf(requestId: string | null) {
  const find = () => received.find((span) => attributesOf(span)['request.id'] === requestId);
  await expect.poll(find).toBeDefined();
  const root = find() as Received; // found just before
  return { root, others: received.filter((span) => span.traceId === root.traceId && span !== root) };
}

test('a request and its queries are spans of one trace', async () => {
  const editor = await site.as('editor');
  const { id } = await createStory(editor);
  const { headers } = await editor.get(`/api/admin/${id}?marker=1`);
  const { root, others } = await traceOf(headers.get('x-request-id'));
  expect(resource).toMatchObject({ 'service.name': 'news-wing' });
  expect(root).toMatchObject({ name: 'GET /api/admin/:id', kind: 2 });
  expect(root.parentSpanId ?? '').toBe('');
  expect(attributesOf(root)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/admin/:id',
    'http.response.status_code': 200,
    'request.id': headers.get('x-request-id'),
  });
  expect(others.length).toBeGreaterThan(1);
  for (const query of others) expect(query).toMatchObject({ parentSpanId: root.spanId, name: 'SELECT', kind: 3 });
  const texts = others.map((query) => attributesOf(query)['db.query.text']);
  expect(texts.filter((text) => /from "stories"/.test(String(text)))).not.toEqual([]);
  expect(attributesOf(others[0] ?? { attributes: [] })).toMatchObject({
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
  });
});

test('the queries of a transaction belong to the request, after its body too', async () => {
  const editor = await site.as('editor');
  const { headers } = await editor.form('POST', '/api/admin', {
    news_title: 'Marker of a title',
    news_description: 'It sails.',
    news_category: 'Business',
    news_sub_category: 'Others',
    news_submenu: 'Ferries',
  });
  const { root, others } = await traceOf(headers.get('x-request-id'));
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']));
  for (const query of others) expect(query.parentSpanId).toBe(root.spanId);
});

test('a run of a job is a trace with its queries', async () => {
  const { email } = await site.createUser('reader');
  await site.visitor.json('POST', '/api/forgot_password', { email });
  const find = () => received.find(({ name }) => name === 'job mail.deliver');
  await expect.poll(find).toMatchObject({ kind: 5 });
  const job = find();
  const queries = () => received.filter(({ parentSpanId }) => parentSpanId === job?.spanId);
  await expect.poll(() => queries().map(({ name }) => name)).toEqual(['BEGIN', 'SELECT', 'UPDATE', 'COMMIT']);
});

test('a failure marks the spans, with its kind and without what it quotes', async () => {
  await site.db.execute('ALTER TABLE stories RENAME TO stories_away');
  const { headers } = await site.visitor.get('/api/admin?limit=5');
  await site.db.execute('ALTER TABLE stories_away RENAME TO stories');
  const { root, others } = await traceOf(headers.get('x-request-id'));
  expect(root.status.code).toBe(2);
  expect(attributesOf(root)).toMatchObject({ 'error.type': '500', 'http.response.status_code': 500 });
  const failed = others.filter(({ status }) => status.code === 2);
  expect(failed.map((query) => attributesOf(query)['error.type'])).toEqual(['42P01']);
});

test('a trusted proxy’s trace goes on here, and log lines name it', async () => {
  site.takeLog();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  const { headers } = await site.visitor.get('/api/admin?limit=1', { traceparent });
  const { root } = await traceOf(headers.get('x-request-id'));
  expect(root).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  const lines = site.takeLog().map((line) => JSON.parse(line));
  expect(lines.filter(({ trace_id }) => trace_id === traceId).map(({ msg }) => msg)).toEqual(['request']);
});

test('spans hold no path, no parameter and no address', () => {
  const all = JSON.stringify(received);
  expect(all).toContain('insert into');
  expect(all).not.toMatch(/marker|127\.0\.0\.1|\.test|correct horse/i);
});
