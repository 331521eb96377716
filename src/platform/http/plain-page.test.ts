import { expect, test } from 'vitest';
import { siteLanguages } from '#src/messages/languages.ts';
import { plainPage } from './plain-page.ts';

const id = '8f14e45f-ceea-467a-9a36-dedd4bea2543';

test.each(siteLanguages)('an error page in %s names the request', (language) => {
  expect(plainPage(500, language, '/news', id)).toMatch(
    new RegExp(`<small>[^<>]+: <bdi dir="ltr">${id}</bdi></small>`),
  );
  expect(plainPage(503, language, '/news', id)).toContain(id);
});

test('a page that is missing, or that was refused, does not', () => {
  for (const status of [400, 404, 429]) expect(plainPage(status, 'en', '/news', id)).not.toContain(id);
});
