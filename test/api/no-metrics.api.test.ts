import { expect, test } from 'vitest';
import { siteForFile } from '../site-for-file.ts';

const site = siteForFile();

test('without METRICS_TOKEN, /metrics is an address like any other unknown one', async () => {
  const [metrics, unknown] = [await site.visitor.get('/metrics'), await site.visitor.get('/metricz')];
  expect(metrics.status).toBe(404);
  expect(metrics.body).toEqual(unknown.body);
});
