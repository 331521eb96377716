import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { purgeReads } from './readership.jobs.ts';
import { openSearchCounter } from './searches.service.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});
beforeEach(async () => {
  await site.db.execute('TRUNCATE zero_result_searches');
});

/** Counts the words for each address, as a node does that then stops. */
async function count(words: string[], addresses: string[], limits = {}) {
  const counter = openSearchCounter(site.services, () => undefined, { everyMs: 60_000, ...limits });
  for (const address of addresses) for (const one of words) counter.count(one, 'en', address);
  await counter.close();
}
const three = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
const shown = async (days = 30) => (await (await site.as('editor')).get(`/api/readership?days=${days}`)).body.searches;
const stored = async () => {
  await site.services.zeroResultSearches.flush();
  return (await site.db.execute('SELECT language, words, searches FROM zero_result_searches ORDER BY words')).rows;
};

describe('works', () => {
  test('a search of a reader without results is counted in the language of his page', async () => {
    const search = (query: string, client = site.visitor, language = 'en') =>
      client.send('GET', `/api/search?${query}`, { headers: { 'accept-language': language } });
    await search('q=Zyxwvut+Fares', site.visitor, 'hi');
    await search('q=Zyxwvut+Fares', site.visitor, 'hi'); // the same address, on the same day
    await search('q=qwxyzzy&kind=essay');
    await search('q=qwxyzzy&page=2');
    await search('q=qwxyzzy', editor);
    await search('q=nobody%40example.org');
    expect(await stored()).toEqual([{ language: 'hi', words: 'zyxwvut fares', searches: 1 }]);
  });

  test('editors see what was searched three times, most first, also as CSV', async () => {
    await count(['Bus fares', '=1+one'], three);
    await count(['bus FARES'], ['192.0.2.4']);
    await count(['asha of the mill'], three.slice(1));
    expect(await shown()).toEqual([
      { words: 'bus fares', language: 'en', searches: 4 },
      { words: '=1+one', language: 'en', searches: 3 },
    ]);
    const { body } = await (await site.as('editor')).get('/api/readership.csv?of=searches');
    expect(new TextDecoder().decode(body).trim().split('\r\n')).toEqual([
      expect.stringContaining('Words,Language of the page,Searches'),
      'bus fares,English,4',
      "'=1+one,English,3",
    ]);
  });

  test('they are deleted after 90 days', async () => {
    await count(['bus fares'], three);
    site.advance(91 * dayMs);
    await count(['night buses'], three);
    await purgeReads.run(site.services as never, {});
    expect(await stored()).toEqual([{ language: 'en', words: 'night buses', searches: 3 }]);
  });
});

describe('refuses', () => {
  test('to count more searches on a day than it has room for', async () => {
    await count(['one word', 'two words', 'three words'], ['192.0.2.1'], { perDay: 2 });
    expect(await stored()).toHaveLength(2);
  });

  test('an address more than its share, so that invented words do not end the count', async () => {
    await count(['one word', 'two words', 'three words'], ['192.0.2.1', '192.0.2.2'], { perNetwork: 2 });
    expect(await stored()).toMatchObject([
      { words: 'one word', searches: 2 },
      { words: 'two words', searches: 2 },
    ]);
  });

  test('an address that repeats itself, until the next day', async () => {
    await count(['bus fares', 'bus fares'], ['192.0.2.1', '192.0.2.1']);
    expect(await stored()).toMatchObject([{ searches: 1 }]);
  });
});
