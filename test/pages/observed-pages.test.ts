// Request ids, metrics and log lines of pages.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pathIn, siteLanguages } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { createStory } from '../factories/stories.ts';
import { builtSiteForFile } from './site.ts';

const token = 'a token of twenty characters';
const site = builtSiteForFile({ METRICS_TOKEN: token, LOG_LEVEL: 'info' });

const metrics = async () =>
  new TextDecoder().decode((await site.visitor.get('/metrics', { authorization: `Bearer ${token}` })).body);
const valueIn = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? 0,
  );

test('a cached page is the same for all, and each answer has its own id', async () => {
  const answers = await Array.fromAsync({ length: 4 }, () => site.visitor.get('/college'));
  expect(answers.map(({ headers }) => headers.get('x-cache'))).toEqual(['miss', 'hit', 'hit', 'hit']);
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(4);
  for (const { body, headers } of answers) {
    expect(Buffer.compare(body, answers[0]?.body)).toBe(0);
    expect(headers.get('etag')).toBe(answers[0]?.headers.get('etag'));
    for (const id of ids) expect(new TextDecoder().decode(body)).not.toContain(id);
  }
  const kept = await site.visitor.get('/college', { 'x-request-id': 'of-a-proxy-1' });
  expect([kept.headers.get('x-cache'), kept.headers.get('x-request-id')]).toEqual(['hit', 'of-a-proxy-1']);
});

test('pages are counted by pattern and state of the cache, hits included', async () => {
  const story = await createStory(await site.as('editor'));
  const before = await metrics();
  const paths = [`/news/${story.id}`, `/hi/news/${story.id}`, `/news/${story.id}?marker=1`, `/news/${story.id}`];
  for (const path of paths) expect((await site.visitor.get(path)).status).toBe(200);
  for (const path of ['/marker', '/marker/2']) expect((await site.visitor.get(path)).status).toBe(404);
  await expect
    .poll(async () => {
      const text = await metrics();
      expect(text).not.toContain('marker');
      const increase = (series: string) => valueIn(text, series) - valueIn(before, series);
      return [
        increase('newswing_http_requests_total{method="GET",route="/news/:id",status="200"}'),
        increase('newswing_http_requests_total{method="GET",route="unknown page",status="404"}'),
        increase('newswing_page_cache_answers_total{state="hit"}'),
        increase('newswing_page_render_duration_seconds_count'),
      ];
    })
    .toEqual([4, 2, 2, 4]);
});

test('of cache hits and built files, one in a hundred has a line', async () => {
  await site.visitor.get('/about');
  site.takeLog();
  for (let n = 0; n < 200; n += 1) await site.visitor.get('/about');
  const lines: Record<string, unknown>[] = [];
  const ofHits = () => {
    lines.push(...site.takeLog().map((line) => JSON.parse(line)));
    return lines.filter(({ cache }) => cache === 'hit');
  };
  await expect.poll(ofHits).toHaveLength(2);
  const [line] = ofHits();
  expect(line).toMatchObject({
    msg: 'request',
    route: '/about',
    status: 200,
    cache: 'hit',
    one_of: 100,
    request_id: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(line?.bytes).toBeGreaterThan(1000);
});

test('the page of a failure names its request in every language, and the log has its cause', async () => {
  await site.db.execute(sql`ALTER TABLE stories RENAME TO stories_away`);
  const failures = [];
  for (const language of siteLanguages) {
    site.takeLog();
    const { status, headers, body } = await site.visitor.get(pathIn(language, '/news/4711'));
    const id = headers.get('x-request-id') ?? '';
    const page = new TextDecoder().decode(body);
    failures.push({ language, status, cacheControl: headers.get('cache-control'), id, page, log: site.takeLog() });
  }
  await site.db.execute(sql`ALTER TABLE stories_away RENAME TO stories`);
  for (const { language, status, id, page, log } of failures) {
    expect(status).toBe(500);
    const [before = ''] = translator(language)('errors.reference', { id: '\n' }).split('\n');
    expect(page).toContain(`<small>${before}<bdi dir="ltr">${id}</bdi></small></p>`);
    const line = log.map((one) => JSON.parse(one)).find(({ msg }) => msg === 'page failed');
    expect(line).toMatchObject({ request_id: id, err: { cause: { code: '42P01' } } });
  }
});
