import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
beforeAll(async () => {
  editor = await site.as('editor');
  for (let n = 1; n <= 7; n++) await createStory(editor, { news_title: `Hockey ${n}`, news_sub_category: 'Hockey' });
  await createStory(editor, {
    news_title: 'Quiz',
    news_category: 'Education',
    news_sub_category: 'Others',
    news_submenu: 'Quiz',
  });
  await createStory(editor, { news_title: 'Draft', news_sub_category: 'Hockey', status: 'draft' });
});

const titles = (body: { news_title: string }[]) => body.map(({ news_title }) => news_title);

/** Follows the Link headers to the end. */
async function allPages(path: string) {
  const found: string[] = [];
  for (let next: string | undefined = path; next; ) {
    const { status, headers, body } = await site.visitor.get(next);
    expect(status).toBe(200);
    found.push(...titles(body));
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return found;
}

describe('the list of stories', () => {
  test('is sorted newest first and contains no drafts', async () => {
    const { body } = await site.visitor.get('/api/admin');
    expect(titles(body)).toEqual(['Quiz', ...[7, 6, 5, 4, 3, 2, 1].map((n) => `Hockey ${n}`)]);
  });

  test('is paginated without gaps or duplicates while stories are added', async () => {
    const first = await site.visitor.get('/api/admin?limit=3');
    const link = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    expect(link).toContain('limit=3');
    await createStory(editor, { news_title: 'Late', news_category: 'India', news_sub_category: 'Cities' });
    expect(titles(first.body).concat(await allPages(link ?? ''))).toEqual([
      'Quiz',
      ...[7, 6, 5, 4, 3, 2, 1].map((n) => `Hockey ${n}`),
    ]);
  });

  test('is the same list with parameters that it does not know, which are in no link either', async () => {
    const known = await site.visitor.get('/api/admin?limit=3');
    const made = await site.visitor.get('/api/admin?utm_source=%0d%0ax&limit=3&x=1');
    expect([made.status, made.body, made.headers.get('x-cache')]).toEqual([200, known.body, 'hit']);
    expect(made.headers.get('link')).toBe(known.headers.get('link'));
    expect(known.headers.get('link')).toMatch(/^<\/api\/admin\?limit=3&cursor=\d+-\d+>; rel="next"$/);
  });

  test('ends a page early if stories are long, and continues on the next page', async () => {
    const body = 'अ'.repeat(200_000); // 600,000 bytes
    const long = Array.from({ length: 8 }, (_, n) => `Long ${n}`);
    for (const news_title of long)
      await createStory(editor, {
        news_title,
        news_description: body,
        news_category: 'Business',
        news_sub_category: 'Budget',
      });
    const path = '/api/posts_by_category?category=Business';
    expect((await site.visitor.get(path)).body).toHaveLength(7);
    expect(await allPages(path)).toEqual(long.toReversed());
  });

  test.each(['limit=0', 'limit=501', 'limit=ten'])('rejects %s', async (query) => {
    expect((await site.visitor.get(`/api/admin?${query}`)).status).toBe(422);
  });

  test.each([
    'yesterday',
    '',
    '1795000000000',
    '1795000000000-0',
    '1795000000000-2147483648',
    '1795000000000-9999999999',
    '1795000000000--1',
    '-1-1',
    '999999999999999-1',
    '1795000000000-1;DROP',
  ])('rejects the invalid cursor "%s"', async (cursor) => {
    for (const path of [
      '/api/admin?',
      '/api/posts_by_category?category=India&',
      '/api/get_posts_by_category_subcategory?category=India&sub_category=World&',
    ])
      expect(await site.visitor.get(path + new URLSearchParams({ cursor })), path).toMatchObject({
        status: 400,
        body: { code: 'bad_request' },
      });
  });

  test.each(['0-1', '9999999999999-2147483647'])('accepts the cursor %s', async (cursor) => {
    expect((await site.visitor.get(`/api/admin?cursor=${cursor}`)).status).toBe(200);
  });
});

describe('the category endpoints', () => {
  test.each(['Sports News', 'sports news', 'sports-news'])('find a category as %s', async (name) => {
    const { body } = await site.visitor.get(`/api/posts_by_category?category=${encodeURIComponent(name)}`);
    expect(titles(body)).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `Hockey ${n}`));
  });

  test('paginate the stories of a category', async () => {
    expect(await allPages('/api/posts_by_category?category=Sports%20News&limit=2')).toHaveLength(7);
  });

  test.each([
    ['Sports News', ['Cricket', 'Football', 'Basketball', 'Hockey']],
    ['Entertainment', ['Movies', 'Music', 'TV', 'Celebrities', 'OTT']],
    ['Others', ['Others']],
  ])('list the sub-categories of %s', async (name, expected) => {
    const { body } = await site.visitor.get(`/api/subcategories_by_category?category=${encodeURIComponent(name)}`);
    expect(body).toEqual(expected);
  });

  test('find the stories of a sub-category, and labelled ones under Others', async () => {
    const by = (category: string, sub: string) =>
      site.visitor.get(`/api/get_posts_by_category_subcategory?category=${category}&sub_category=${sub}`);
    expect((await by('Sports News', 'Hockey')).body).toHaveLength(7);
    expect((await by('Sports News', 'Cricket')).body).toEqual([]);
    expect(titles((await by('Education', 'Others')).body)).toEqual(['Quiz']);
  });

  test.each([
    'posts_by_category?category=Gossip',
    'subcategories_by_category?category=Gossip',
    'get_posts_by_category_subcategory?category=Gossip&sub_category=x',
    'get_posts_by_category_subcategory?category=India&sub_category=Cricket',
  ])('return 404 for %s', async (path) => {
    expect(await site.visitor.get(`/api/${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test.each(['posts_by_category', 'subcategories_by_category', 'get_posts_by_category_subcategory?category=India'])(
    'return 422 for %s without its parameters',
    async (path) => {
      expect(await site.visitor.get(`/api/${path}`)).toMatchObject({ status: 422, body: { code: 'invalid' } });
    },
  );
});

describe('categories', () => {
  test('start with those of the specification, in its order', async () => {
    const { body } = await site.visitor.get('/api/categories');
    expect(body.map(({ name }: { name: string }) => name).slice(0, 8)).toEqual([
      'Sports News',
      'Business',
      'Current News',
      'India',
      'Health',
      'Entertainment',
      'Education',
      'Others',
    ]);
  });

  test('can be added with sub-categories, including in Hindi', async () => {
    const made = await editor.json('POST', '/api/categories', { name: ' विज्ञान  वार्ता ' });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'विज्ञान  वार्ता', slug: 'विज्ञान-वार्ता', sub_categories: [] },
    });
    const sub = await editor.json('POST', `/api/categories/${made.body.id}/sub-categories`, { name: 'अंतरिक्ष' });
    expect(sub.body.sub_categories).toMatchObject([{ name: 'अंतरिक्ष' }]);
    const story = await createStory(editor, { news_category: 'विज्ञान  वार्ता', news_sub_category: 'अंतरिक्ष' });
    expect(
      (await site.visitor.get(`/api/posts_by_category?category=${encodeURIComponent('विज्ञान-वार्ता')}`)).body,
    ).toEqual([story]);
  });

  test.each([
    ['/api/categories', 'SPORTS  news'],
    ['/api/categories/1/sub-categories', 'cricket'],
    ['/api/categories/1/sub-categories', 'others'],
  ])('must be unique: %s %s', async (path, name) => {
    expect(await editor.json('POST', path, { name })).toMatchObject({
      status: 409,
      body: { code: 'conflict', fields: { name: 'There is one of this name already.' } },
    });
  });

  test.each([
    ['', 'A name is required.'],
    ['a/b', 'A name cannot contain / ? # % or a backslash.'],
    ['x'.repeat(61), 'The name is longer than 60 characters.'],
  ])('reject the name %j', async (name, sentence) => {
    expect(await editor.json('POST', '/api/categories', { name })).toMatchObject({
      status: 422,
      body: { fields: { name: sentence } },
    });
  });

  test('can be deleted only if no story uses them', async () => {
    const { body } = await editor.json('POST', '/api/categories', { name: 'Passing' });
    const story = await createStory(editor, {
      news_category: 'Passing',
      news_sub_category: 'Others',
      news_submenu: 'x',
    });
    expect((await editor.delete(`/api/categories/${body.id}`)).status).toBe(409);
    await editor.form('PUT', `/api/admin/${story.id}`, { news_category: 'India', news_sub_category: 'Cities' });
    expect((await editor.delete(`/api/categories/${body.id}`)).status).toBe(200);
  });

  test('always include Others, the fallback category, which cannot be deleted', async () => {
    const { body } = await site.visitor.get('/api/categories');
    const others = body.find(({ name }: { name: string }) => name === 'Others');
    expect(await editor.delete(`/api/categories/${others.id}`)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        error: 'The category Others always stays: it takes the stories that fit nowhere else.',
      },
    });
    expect((await site.visitor.get('/api/categories')).body).toEqual(body);
    const story = await createStory(editor, {
      news_category: 'Others',
      news_sub_category: 'Others',
      news_submenu: 'Stays',
    });
    expect(story).toMatchObject({ news_category: 'Others' });
  });

  test('can be changed by editors only', async () => {
    const reader = await site.as('reader');
    for (const [client, status] of [
      [site.visitor, 401],
      [reader, 403],
    ] as const) {
      expect((await client.json('POST', '/api/categories', { name: 'Mine' })).status).toBe(status);
      expect((await client.json('POST', '/api/categories/1/sub-categories', { name: 'Mine' })).status).toBe(status);
      expect((await client.delete('/api/categories/1')).status).toBe(status);
    }
  });
});
