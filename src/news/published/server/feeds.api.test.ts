import { sql } from 'drizzle-orm';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { password } from '#test/site.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile({ SITE_URL: 'https://paper.test' });
let editor: Client;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  isArray: (name) => ['item', 'entry', 'atom:link', 'link'].includes(name),
});

async function feed(path: string, client: Client = site.visitor) {
  const { status, headers, body } = await client.get(path);
  expect(status).toBe(200);
  const text = Buffer.from(body).toString();
  expect(XMLValidator.validate(text)).toBe(true);
  return { xml: parser.parse(text), type: headers.get('content-type'), headers, text };
}

const awkward = 'Rain & <b>sun</b> "today" ]]> \u0007 चुनाव';

beforeAll(async () => {
  editor = await site.as('editor');
  const { id } = await createStory(editor, { author: 'Asha & Sons', image: await pictureFile(1300, 900) });
  // Bypasses the API, which strips such characters: stored text may be older than that.
  await site.change(sql`UPDATE stories SET title = ${awkward} WHERE id = ${id}`);
  await createStory(editor, {
    news_title: 'Budget day',
    news_category: 'Business',
    news_sub_category: 'Budget',
    language: 'hi',
  });
  await createStory(editor, { news_title: 'Not yet', status: 'draft' });
});

describe('works', () => {
  test('RSS 2.0 has the required elements', async () => {
    const { xml, type } = await feed('/feed.xml');
    expect(type).toBe('application/rss+xml; charset=utf-8');
    const { channel } = xml.rss;
    expect(xml.rss['@version']).toBe('2.0');
    expect(channel).toMatchObject({ title: 'News Wing', link: ['https://paper.test/news'], language: 'en-in' });
    expect(channel.description).toBeTruthy();
    expect(channel['atom:link'][0]).toMatchObject({ '@rel': 'self', '@href': 'https://paper.test/feed.xml' });
    expect(channel.item).toHaveLength(2);
    const item = channel.item[1];
    expect(item.title).toBe(awkward.replace('\u0007', ' '));
    expect(item.guid['#text']).toMatch(/^https:\/\/paper\.test\/news\/\d+$/);
    expect(item.link).toEqual([item.guid['#text']]);
    expect(item.pubDate).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
    expect(item['media:content']).toMatchObject({ '@medium': 'image', '@width': '1300' });
    expect(item.category).toBe('Sports News');
  });

  test('Atom has the required elements', async () => {
    const { xml, type } = await feed('/atom.xml');
    expect(type).toBe('application/atom+xml; charset=utf-8');
    expect(xml.feed).toMatchObject({
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id: 'https://paper.test/atom.xml',
      title: 'News Wing',
    });
    expect(xml.feed.updated).toBe(
      xml.feed.entry
        .map(({ updated }: { updated: string }) => updated)
        .sort()
        .at(-1),
    );
    for (const entry of xml.feed.entry) {
      expect(entry.id).toMatch(/^https:\/\/paper\.test\/news\/\d+$/);
      expect(Number.isNaN(Date.parse(entry.updated))).toBe(false);
      expect(entry.author.name).toBeTruthy();
      expect(entry.link[0]).toMatchObject({ '@rel': 'alternate', '@href': entry.id });
    }
    expect(xml.feed.entry[0]['@xml:lang']).toBe('hi');
  });

  test('JSON Feed has the required fields', async () => {
    const { headers, body } = await site.visitor.get('/feed.json');
    expect(headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    expect(body).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'News Wing',
      feed_url: 'https://paper.test/feed.json',
    });
    expect(body.items).toHaveLength(2);
    for (const { id, content_text, date_published } of body.items)
      expect(Boolean(id && content_text && Date.parse(date_published))).toBe(true);
    expect(body.items[1].title).toBe(awkward);
  });

  test('each category has its own feeds', async () => {
    const { xml } = await feed('/category/business/feed.xml');
    expect(xml.rss.channel).toMatchObject({
      title: 'Business - News Wing',
      link: ['https://paper.test/category/business'],
    });
    expect(xml.rss.channel.item).toHaveLength(1);
    expect((await feed('/category/india/atom.xml')).xml.feed.entry).toBeUndefined();
    expect((await site.visitor.get('/category/business/feed.json')).body.items).toHaveLength(1);
    const { body } = await editor.json('POST', '/api/categories', { name: 'विज्ञान वार्ता' });
    const science = await feed(`/category/${encodeURIComponent(body.slug)}/feed.xml`);
    expect(science.xml.rss.channel['atom:link'][0]['@href']).toBe(
      `https://paper.test/category/${encodeURIComponent(body.slug)}/feed.xml`,
    );
  });

  test('feeds, sitemaps and robots.txt return 304 if unchanged', async () => {
    for (const path of ['/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/sitemaps/pages.xml', '/robots.txt']) {
      const { headers } = await site.visitor.get(path);
      const etag = headers.get('etag') ?? '';
      const again = await site.visitor.get(path, { 'if-none-match': `"other", ${etag}` });
      expect([again.status, again.body.length], path).toEqual([304, 0]);
      expect((await site.visitor.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
      if (path === '/feed.json') continue; // the test client parses every body that is announced as JSON
      const head = await site.visitor.send('HEAD', path);
      expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
    }
  });

  test('a feed is in the site language, regardless of Accept-Language', async () => {
    for (const path of ['/feed.json', '/category/business/feed.json']) {
      const { body } = await site.visitor.get(path);
      expect((await site.visitor.get(path, { 'accept-language': 'hi-IN,hi;q=0.9' })).body).toEqual(body);
      expect(body.language).toBe('en-IN');
    }
  });

  test('feeds and the news sitemap use the site name from the settings', async () => {
    const chief = await site.visitor.login('/api/admin_login', 'chief@news.test', password);
    await chief.json('PUT', '/api/settings', { values: { 'site.name': 'The Suryanagar Post' } });
    const { xml } = await feed('/category/business/feed.xml');
    expect(xml.rss.channel.title).toBe('Business - The Suryanagar Post');
    expect((await feed('/atom.xml')).xml.feed.title).toBe('The Suryanagar Post');
    expect((await feed('/sitemaps/news.xml')).text).toContain('<news:name>The Suryanagar Post</news:name>');
    await chief.json('PUT', '/api/settings', { values: { 'site.name': null } });
  });

  test('a feed reflects published, changed and deleted stories', async () => {
    const story = await createStory(editor, { news_title: 'Short-lived' });
    const before = await site.visitor.get('/feed.json');
    expect(before.body.items[0].title).toBe('Short-lived');
    await editor.form('PUT', `/api/admin/${story.id}`, { news_title: 'Longer-lived' });
    expect(
      (await site.visitor.get('/feed.json', { 'if-none-match': before.headers.get('etag') ?? '' })).body.items[0].title,
    ).toBe('Longer-lived');
    await editor.delete(`/api/admin/${story.id}`);
    // If-Modified-Since gets no 304 here: clients would retain the deleted story.
    const since = { 'if-modified-since': new Date().toUTCString() };
    expect((await site.visitor.get('/feed.json', since)).body.items).toHaveLength(2);
  });
});

describe('refuses', () => {
  test('to show unpublished stories, even to editors', async () => {
    expect((await feed('/feed.xml', editor)).text).not.toContain('Not yet');
  });
});

describe('rejects', () => {
  test.each([
    '/category/gossip/feed.xml',
    '/category/gossip/atom.xml',
    '/category/gossip/feed.json',
    '/sitemaps/gossip.xml',
    '/sitemaps/stories-999999.xml',
  ])('%s', async (path) => {
    const { status, body } = await site.visitor.get(path);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});
