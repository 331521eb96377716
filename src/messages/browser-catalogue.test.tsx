import { Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server.browser';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { browserTranslate } from './browser-catalogue.ts';

beforeAll(() => vi.stubGlobal('document', { documentElement: { lang: 'en' } }));
afterAll(() => vi.unstubAllGlobals());

async function rendered(Part: () => React.ReactNode) {
  const errors: unknown[] = [];
  const stream = await renderToReadableStream(
    <Suspense fallback="wait">
      <Part />
    </Suspense>,
    { onError: (error) => void errors.push(error) },
  );
  await stream.allReady;
  expect(errors).toEqual([]);
  return new Response(stream).text();
}

test('a component may wait for several areas of the catalogue, one after another', async () => {
  const Part = () => (
    <p>
      {browserTranslate('live.title')}, {browserTranslate('plans.choose')}, {browserTranslate('topics.series')}
    </p>
  );
  expect(await rendered(Part)).toContain('Live updates<!-- -->, <!-- -->Choose a plan<!-- -->, <!-- -->Series');
});
