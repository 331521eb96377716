// All searches share one index: each matches the same words in any script, but returns only what its users may see.
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { editionPages, editions } from '#src/epaper/pages/server/editions.tables.ts';
import { publishDueStories } from '#src/news/stories/server/stories.jobs.ts';
import type { Context } from '#src/platform/context.ts';
import { getResearch } from '#src/submissions/research/server/research.service.ts';
import { submissions } from '#src/submissions/submission/server/submissions.tables.ts';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { decide, publish, submit } from '#test/factories/submissions.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
});

// A different IP address each time: one address may search 300 times in ten minutes.
let asked = 0;
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${++asked % 250}` });
const words = (q: string) => encodeURIComponent(q);

/** The results of each search: ids of stories, of editions and of submissions. */
const places = {
  '/search': async (q: string): Promise<number[]> => {
    const { body } = await site.visitor.get(`/api/search?q=${words(q)}`, elsewhere());
    return body.results.map(({ id }: { id: number }) => id);
  },
  '/e-paper/search': async (q: string): Promise<number[]> => {
    const { body } = await site.visitor.get(`/api/editions/search?q=${words(q)}`, elsewhere());
    return body.hits.map((hit: { edition_id: number }) => hit.edition_id);
  },
  '/research': async (search: string): Promise<number[]> => {
    const ctx = { ...site.services, actor: { role: 'visitor' }, address: elsewhere()['x-forwarded-for'] };
    const wanted = { search, type: '', year: '', after: undefined };
    return (await getResearch(ctx as Context, wanted)).essays.map(({ id }) => id);
  },
  'the list of submissions': async (q: string): Promise<number[]> => {
    const { body } = await editor.get(`/api/submissions?search=${words(q)}`);
    return body.articles.map(({ id }: { id: number }) => id);
  },
};
const publicPlaces = ['/search', '/e-paper/search', '/research'] as const;

async function addPages(title: string, pages: Partial<typeof editionPages.$inferInsert>[]): Promise<number> {
  const file = { period: 'weekly', filename: `${title}.pdf`, title, store: title, sizeBytes: 1 } as const;
  const shape = { pages: pages.length, widthPt: 595, heightPt: 842, createdAt: new Date() };
  const [edition] = await site.db
    .insert(editions)
    .values({ ...file, ...shape })
    .returning();
  if (!edition) throw new Error('The edition was not created');
  const own = { editionId: edition.id, widthPt: 1, heightPt: 1, text: '', words: [] };
  await site.db.insert(editionPages).values(pages.map((page, n) => ({ ...own, page: n + 1, ...page })));
  return edition.id;
}

describe('finds a word in any script', () => {
  test.each([
    ['चुनावों में सरकार', ['chunav', 'chunaav', 'sarkar', 'चुनाव', 'सरकार']],
    ['Chunav and Sarkaar', ['चुनाव', 'सरकार', 'chunav', 'chun']],
    ['ज़मीन हिन्दी', ['जमीन', 'jameen', 'हिंदी']],
  ])(
    '%s',
    async (text, queries) => {
      const story = await createStory(editor, { news_title: text });
      const edition = await addPages(`Number of ${text}`, [{ text: `${text}।` }]);
      const essay = await publish(site, { title: text });
      const expected = {
        '/search': story.id,
        '/e-paper/search': edition,
        '/research': essay.id,
        'the list of submissions': essay.id,
      };
      for (const query of queries)
        for (const [place, find] of Object.entries(places)) {
          if (place === '/search' && query === 'chun') continue; // it matches whole words only
          expect(await find(query), `${query} at ${place}`).toContain(expected[place as keyof typeof places]);
        }
    },
    60_000,
  );

  test('both searches find words that a PDF splits into pieces, with their boxes', async () => {
    const pieces = ['राष्', 'ट्रीय', 'मार्ग'].map((text, n): [string, number, number, number, number] => [
      text,
      n / 10,
      0.1,
      (n + 1) / 10,
      0.2,
    ]);
    const edition = await addPages('Cut words', [{ text: 'x', words: pieces }]);
    const { status } = await editor.json('PUT', `/api/editions/${edition}/pages/1`, { text: 'राष् ट्रीय मार्ग' });
    expect(status).toBe(200);
    for (const query of ['राष्ट्रीय', 'rashtriya']) {
      expect(await places['/search'](query), query).toContain(edition);
      const { body } = await site.visitor.get(`/api/editions/search?q=${words(query)}&edition=${edition}`, elsewhere());
      expect(body.hits[0].excerpt, query).toContainEqual({ text: 'राष्ट्रीय', hit: true });
      expect(
        body.hits[0].boxes.map(({ left }: { left: number }) => left),
        query,
      ).toEqual([0, 0.1]);
    }
    await editor.json('PUT', `/api/editions/${edition}/pages/1`, { text: 'कुछ और' });
    expect(await places['/search']('राष्ट्रीय')).not.toContain(edition);
    expect(await places['/e-paper/search']('rashtriya')).not.toContain(edition);
  });

  test('a page with a garbled text layer is not found until its text is corrected', async () => {
    const garbled = "Hkkjr ljdkj us vkt dgk fd ;g ;kstuk iwjs ns'k esa ykxw gksxh vkSj";
    const edition = await addPages('Garbled', [{ text: garbled }]);
    await editor.json('PUT', `/api/editions/${edition}/pages/1`, { text: 'भारत' });
    expect(await places['/e-paper/search']('bharat')).toContain(edition);
    await editor.json('PUT', `/api/editions/${edition}/pages/1`, { text: '' });
    expect(await places['/e-paper/search']('bharat')).not.toContain(edition);
    for (const place of ['/search', '/e-paper/search'] as const)
      expect(await places[place]('ljdkj'), place).not.toContain(edition);
  });
});

describe('returns only what readers may see', () => {
  const everywhere = async (query: string) =>
    (await Promise.all(publicPlaces.map((place) => places[place](query)))).flat();
  const suggestions = async (q: string) =>
    (await site.visitor.get(`/api/search/suggestions?q=${words(q)}`, elsewhere())).body;

  test('a submission under review is found by editors only and leaks no word', async () => {
    const author = await site.as('reader');
    const work = await submit(author, { title: 'Vermilion aardwolves', abstract: 'Counted with zoetropes.' });
    for (const query of ['aardwolves', 'zoetropes', 'zoet', '"vermilion aardwolves"', work.email, work.username])
      expect(await places['the list of submissions'](query), query).toContain(work.id);
    for (const query of ['aardwolves', 'aardw', 'zoetropes', work.email]) expect(await everywhere(query)).toEqual([]);
    for (const query of ['aardwolvez', 'zoetropez'])
      expect((await site.visitor.get(`/api/search?q=${query}`, elsewhere())).body).toMatchObject({
        total: 0,
        meant: null,
      });
    expect([...(await suggestions('aardw')), ...(await suggestions('zoet'))]).toEqual([]);
    for (const kind of ['submission', 'newsroom'])
      expect((await site.visitor.get(`/api/search?q=aardwolves&kind=${kind}`, elsewhere())).status).toBe(422);
  });

  test('contact data is found by editors, and by nobody else once the essay is public', async () => {
    const work = await publish(site, { title: 'Obsidian ferns' });
    const contact = { email: 'ila.rao@herbarium.test', mobile: '+919876501234' };
    await site.db.update(submissions).set(contact).where(eq(submissions.id, work.id));
    for (const query of ['ila.rao@herbarium.test', 'ila.rao@herb', '+919876501234', '9876501234', '501234', '01234'])
      expect(await places['the list of submissions'](query), query).toContain(work.id);
    expect(await places['the list of submissions']('rao.ila@herbarium.test')).not.toContain(work.id);
    expect(await places['/research']('obsidian')).toEqual([work.id]);
    for (const query of ['herbarium', 'ila.rao@herbarium.test', '9876501234', '01234', '+919876501234'])
      expect(await everywhere(query), query).toEqual([]);
  });

  test('search results follow approval, revocation, withdrawal and deletion', async () => {
    const author = await site.as('reader');
    const work = await submit(author, { title: 'Cerulean marmots' });
    const found = async () => [
      await places['/search']('marmots'),
      await places['/research']('marmo'),
      await places['the list of submissions']('marmo'),
    ];
    expect(await found()).toEqual([[], [], [work.id]]);
    await decide(editor, work.id, 'approved');
    expect(await found()).toEqual([[work.id], [work.id], [work.id]]);
    await decide(editor, work.id, 'rejected', { reasons: ['scope'], note: 'Taken back.' });
    expect(await found()).toEqual([[], [], [work.id]]);
    expect((await editor.delete(`/api/delete-article/${work.id}`)).status).toBe(200);
    expect(await found()).toEqual([[], [], []]);

    const other = await submit(author, { title: 'Cerulean marmots' });
    expect((await author.delete(`/api/delete-article/${other.id}`)).status).toBe(200);
    expect(await found()).toEqual([[], [], []]);
  });

  test('finds a scheduled story once it is published', async () => {
    const publish_at = new Date(site.services.now().getTime() + 3_600_000).toISOString();
    const { id } = await createStory(editor, { news_title: 'Heliotrope harvest', status: 'scheduled', publish_at });
    expect(await places['/search']('heliotrope')).toEqual([]);
    site.advance(3_600_000);
    try {
      await site.services.jobs.send(publishDueStories, {});
      await expect.poll(() => places['/search']('heliotrope')).toEqual([id]);
    } finally {
      site.advance(-3_600_000);
    }
  });

  test('neither search answers phrase queries on paid pages', async () => {
    const edition = await addPages('Paid', [{ text: 'Free' }, { text: 'Free' }, { text: 'Quicksilver lamps burned' }]);
    for (const place of ['/search', '/e-paper/search'] as const) {
      expect(await places[place]('quicksilver burned'), place).toEqual([edition]);
      expect(await places[place]('"quicksilver lamps"'), place).toEqual([]);
    }
  });
});

test('a search without words finds nothing in any list', async () => {
  await publish(site, { title: 'Beta 100%' });
  for (const query of ['_', '%', '…', ' ', "'"]) {
    expect(await places['the list of submissions'](query), query).toEqual([]);
    expect(await places['/e-paper/search'](query), query).toEqual([]);
  }
  expect(await places['/research']('…')).toEqual([]);
});
