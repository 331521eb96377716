import { expect, test } from 'vitest';
import { openHitCounts } from './hit-counts.ts';

test('hits are counted by route, status and state, once', () => {
  const hits = openHitCounts();
  for (const state of ['hit', 'hit', 'stale']) hits.add('/news', 200, state);
  hits.add('/news', 404, 'hit');
  hits.add('/', 200, 'hit');
  expect(hits.take()).toEqual([
    { route: '/news', status: 200, state: 'hit', count: 2 },
    { route: '/news', status: 200, state: 'stale', count: 1 },
    { route: '/news', status: 404, state: 'hit', count: 1 },
    { route: '/', status: 200, state: 'hit', count: 1 },
  ]);
  hits.add('/news', 200, 'hit');
  expect(hits.take()).toEqual([{ route: '/news', status: 200, state: 'hit', count: 1 }]);
  expect(hits.take()).toEqual([]);
});
