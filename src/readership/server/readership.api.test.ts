import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { dayMs, hourMs, isoDate, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';
import { mostReadLength } from '../readership.rules.ts';
import { getMostRead } from './most-read.service.ts';
import { purgeReads, rankReads } from './readership.jobs.ts';
import { openReadCounter, type Read } from './reads.service.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});
beforeEach(async () => {
  await site.db.execute('TRUNCATE story_reads, hourly_reads, most_read');
});

const inOthers = { news_category: 'Others', news_sub_category: 'Others', news_submenu: 'Letters' };
const publish = (changes = {}) => createStory(editor, { status: 'published', ...changes });
const read = (story: number, query: Record<string, string | number> = {}, client = site.visitor) =>
  client.send('POST', `/api/reads?${new URLSearchParams({ story: `${story}`, language: 'en', ...query })}`);
const statistics = async (days = 7) => (await editor.get(`/api/readership?days=${days}`)).body;

/** Counts and stores these reads, as a node does until it closes. */
async function count(reads: Read[], address = '192.0.2.1', limits = {}) {
  const counter = openReadCounter(site.services, () => undefined, { everyMs: 60_000, ...limits });
  for (const one of reads) counter.count(one, address);
  await counter.close();
}
const times = (number: number, storyId: number): Read[] =>
  Array.from({ length: number }, () => ({ storyId, language: 'en', source: 'direct', depth: 0 }));

describe('works', () => {
  test('reads are counted by story, day, hour, source, language, section and depth', async () => {
    const [one, other] = [await publish(), await publish(inOthers)];
    const { hostname } = new URL(site.services.config.siteUrl);
    const queries = [
      { depth: 0 },
      { depth: 49, from: 'www.google.co.in' },
      { depth: 50, from: 'www.bing.com', language: 'hi' },
      { depth: 100, from: hostname },
    ];
    for (const query of queries) expect((await read(one.id, query)).status).toBe(204);
    await read(other.id, { depth: 90 });
    const { days, hours, ...shown } = await statistics();
    expect(shown).toEqual({
      total: 5,
      sources: [
        { source: 'direct', reads: 2 },
        { source: 'search', reads: 2 },
        { source: 'site', reads: 1 },
      ],
      languages: [
        { language: 'en', reads: 4 },
        { language: 'hi', reads: 1 },
      ],
      sections: [
        { name: 'Sports News', reads: 4 },
        { name: 'Others', reads: 1 },
      ],
      stories: [
        { id: one.id, title: one.news_title, language: 'en', reads: 4, half: 2, whole: 1 },
        { id: other.id, title: other.news_title, language: 'en', reads: 1, half: 1, whole: 1 },
      ],
      searches: [],
    });
    const now = site.services.now();
    expect(days).toHaveLength(7);
    expect(days.at(-1)).toEqual({ day: isoDate(now), reads: 5 });
    expect(hours.map(({ reads }: { reads: number }) => reads).toSorted()).toEqual([...Array(23).fill(0), 5]);
  });

  test('a day begins at midnight in India, and a period ends today', async () => {
    const { id } = await publish();
    const midnight = startOfDayInIndia(isoDate(site.services.now())).getTime();
    site.advance(midnight + dayMs - 1000 - site.services.now().getTime());
    await count(times(2, id));
    const last = isoDate(site.services.now());
    site.advance(1500);
    await count(times(1, id));
    editor = await site.as('editor');
    const { days } = await statistics();
    expect(days.slice(-2)).toEqual([
      { day: last, reads: 2 },
      { day: isoDate(site.services.now()), reads: 1 },
    ]);
    site.advance(6 * dayMs);
    editor = await site.as('editor');
    expect((await statistics()).total).toBe(1);
    expect((await statistics(30)).total).toBe(3);
  });

  test('nodes add up, also when they write at once', async () => {
    const stories = [await publish(), await publish(), await publish()];
    const reads = stories.flatMap(({ id }) => times(5, id));
    await Promise.all(Array.from({ length: 8 }, (_, node) => count(node % 2 ? reads : reads.toReversed())));
    expect((await statistics()).total).toBe(8 * 15);
  });

  test('what could not be stored is stored with the next', async () => {
    const { id } = await publish();
    const errors: Error[] = [];
    const counter = openReadCounter(site.services, (error) => errors.push(error), { everyMs: 20 });
    onTestFinished(() => counter.close());
    await site.db.execute('ALTER TABLE hourly_reads RENAME TO hourly_reads_away');
    for (const one of times(3, id)) counter.count(one, '192.0.2.1');
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    counter.count(times(1, id)[0] as Read, '192.0.2.1');
    await site.db.execute('ALTER TABLE hourly_reads_away RENAME TO hourly_reads');
    await expect.poll(async () => (await statistics()).total).toBe(4);
  });

  test('the most read of a language and of a section, of about a day; pages change only with them', async () => {
    const stories = [await publish(), await publish(), await publish(inOthers)];
    const [first, second, third] = stories.map(({ id }) => id) as [number, number, number];
    const rank = async () => {
      await rankReads.run({ ...site.services, log: console } as never, {}); // all that it uses
      const { rows } = await site.db.execute(
        'SELECT story_id, xmin FROM most_read ORDER BY language, category_id NULLS FIRST, place',
      );
      return rows;
    };
    const mostRead = async (category?: string, language = 'en') =>
      (await getMostRead({ ...site.services, language } as never, category)).map(({ id }) => id);
    await count([...times(3, first), ...times(2, second)]);
    await rank();
    expect(await mostRead()).toEqual([]); // two stories are too few for the list

    await count([...times(1, third)]);
    const before = await rank();
    expect(await mostRead()).toEqual([first, second, third]);
    expect(await mostRead(undefined, 'hi')).toEqual([]);
    expect(await mostRead('sports-news')).toEqual([]);
    expect(await rank()).toEqual(before); // nothing was written

    site.advance(dayMs);
    await count(times(4, third));
    await rank();
    expect((await mostRead())[0]).toBe(third);
    await editor.send('DELETE', `/api/admin/${second}`);
    expect(await mostRead()).toEqual([]); // at once: only two are public
    site.advance(2 * dayMs);
    expect(await rank()).toEqual([]);
  });

  test('a list has at most five stories', async () => {
    for (let n = 1; n <= mostReadLength + 2; n++) await count(times(n, (await publish()).id));
    await rankReads.run(site.services as never, {});
    const list = await getMostRead({ ...site.services, language: 'en' } as never, 'sports-news');
    expect(list).toHaveLength(mostReadLength);
  });

  test('each table as CSV', async () => {
    const { id } = await publish({ news_title: '=1+1, the sum' });
    await read(id, { depth: 60 });
    const csv = async (of: string) => {
      const { headers, body } = await editor.get(`/api/readership.csv?of=${of}`);
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${of}.csv"`);
      return new TextDecoder().decode(body).trim().split('\r\n');
    };
    await statistics(); // stores what was counted
    expect(await csv('stories')).toEqual([
      'id,Story,Language of the page,Reads,To half of the text,To the end',
      `${id},"'=1+1, the sum",English,1,1,0`,
    ]);
    expect(await csv('sources')).toEqual(['Source,Reads', '"Typed, bookmarked or unknown",1']);
    expect((await csv('days')).at(-1)).toBe(`${isoDate(site.services.now())},1`);
    expect(await csv('hours')).toHaveLength(25);
  });

  test('figures are deleted when their time has passed', async () => {
    const { id } = await publish();
    await count(times(1, id));
    site.advance(401 * dayMs);
    await count(times(1, id));
    await purgeReads.run(site.services as never, {});
    const { rows } = await site.db.execute(
      'SELECT (SELECT count(*)::int FROM story_reads) AS days, (SELECT count(*)::int FROM hourly_reads) AS hours',
    );
    expect(rows).toEqual([{ days: 1, hours: 1 }]);
  });
});

describe('refuses', () => {
  test('the statistics to all but editors', async () => {
    for (const path of ['/api/readership', '/api/readership.csv?of=days']) {
      expect((await site.visitor.get(path)).status).toBe(401);
      for (const role of ['reader', 'reporter', 'accountant'] as const)
        expect((await (await site.as(role)).get(path)).status).toBe(403);
    }
  });

  test('reads that the page of another site reports', async () => {
    const { id } = await publish();
    const report = (origin: string) =>
      site.visitor.send('POST', `/api/reads?story=${id}&language=en`, { headers: { origin } });
    expect((await report('https://evil.example')).status).toBe(403);
    expect((await report(`${site.address.replace('http:', 'https:')}.evil.example`)).status).toBe(403);
    expect((await statistics()).total).toBe(0);
    expect((await report(site.address)).status).toBe(204);
    expect((await statistics()).total).toBe(1);
  });

  test('further reads of a story from an address within an hour', async () => {
    const { id } = await publish();
    const counter = openReadCounter(site.services, () => undefined, { perAddress: 3, everyMs: 60_000 });
    const add = (address: string, storyId = id) => {
      for (const one of times(5, storyId)) counter.count(one, address);
    };
    add('192.0.2.1');
    add('192.0.2.2');
    site.advance(hourMs);
    add('192.0.2.1');
    await counter.close();
    editor = await site.as('editor');
    expect((await statistics()).total).toBe(9);
  });

  test('more from a network of many addresses than from ten', async () => {
    const { id } = await publish();
    const counter = openReadCounter(site.services, () => undefined, { perAddress: 3, everyMs: 60_000 });
    for (let n = 1; n <= 20; n++) for (const one of times(2, id)) counter.count(one, `2001:db8:1:${n}::/64`);
    for (const one of times(2, id)) counter.count(one, '2001:db8:2:1::/64');
    await counter.close();
    expect((await statistics()).total).toBe(32);
  });

  test('the reads of others because of a flood of invented stories, and not what follows a flood', async () => {
    const { id } = await publish();
    const counter = openReadCounter(site.services, () => undefined, { perAddress: 3, everyMs: 60_000 });
    for (let n = 0; n < 1000; n++) for (const one of times(1, 1_000_000 + n)) counter.count(one, '192.0.2.1');
    for (const address of ['192.0.2.1', '192.0.2.2']) for (const one of times(5000, id)) counter.count(one, address);
    await counter.close();
    expect((await statistics()).total).toBe(3); // the flooder has used up his own quota
  });

  test('to remember more than it has room for', async () => {
    const ids = [(await publish()).id, (await publish()).id];
    await count(
      ids.flatMap((id) => times(2, id)),
      '192.0.2.1',
      { waiting: 1 },
    );
    expect((await statistics()).total).toBe(2);
  });

  test('to count a story that there is not', async () => {
    expect((await read(999_999)).status).toBe(204);
    expect((await statistics()).total).toBe(0);
  });
});

describe('rejects', () => {
  test.each([
    '',
    'story=x&language=en',
    'story=1&language=xx',
    'story=1&language=en&depth=101',
    `story=1&language=en&from=${'x'.repeat(254)}`,
  ])('a read such as %s', async (query) => {
    expect((await site.visitor.send('POST', `/api/reads?${query}`)).status).toBe(422);
  });

  test('other periods and tables', async () => {
    expect((await editor.get('/api/readership?days=8')).status).toBe(422);
    expect((await editor.get('/api/readership.csv?of=people')).status).toBe(422);
  });
});
