import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { pictureFile } from '#test/factories/pictures.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

let asked: string[] = [];
const server: Server = createServer((request, answer) => {
  asked.push(`${request.method} ${request.url}`);
  const path = request.url ?? '';
  if (path === '/no-head' && request.method === 'HEAD') return void answer.writeHead(405).end();
  if (path === '/to-found') return void answer.writeHead(302, { location: '/found' }).end();
  if (path === '/slow') return void setTimeout(() => answer.end(), 50);
  if (path === '/endless-redirect') return void answer.writeHead(302, { location: path }).end();
  // Nobody listens for the connection that follows.
  if (path === '/upgrade') return void answer.writeHead(101, { connection: 'upgrade', upgrade: 'x' }).end();
  if (path === '/missing') return void answer.writeHead(404).end();
  if (path === '/broken') return void answer.writeHead(503).end();
  answer.writeHead(200).end();
});
server.listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

const site = siteForFile({ LINK_CHECK_HOSTS: host, SITE_URL: 'https://paper.test' });
let editor: Client;

beforeAll(async () => {
  editor = await site.as('editor');
});
afterAll(() => void server.close());

const at = (path: string) => `http://${host}${path}`;
const statesOf = async (urls: string[], client = editor) => {
  const { status, body } = await client.json('POST', '/api/checks/links', { urls });
  expect(status).toBe(200);
  return body.links.map(({ state }: { state: string }) => state);
};

describe('works', () => {
  test('links of other sites are asked, also those that know no HEAD or redirect', async () => {
    const urls = ['/found', '/no-head', '/to-found', '/missing', '/broken', '/endless-redirect', '/upgrade'].map(at);
    expect(await statesOf(urls)).toEqual(['found', 'found', 'found', 'missing', 'failed', 'failed', 'failed']);
    expect(asked).toContain('GET /no-head');
  });

  test('an answer is cached, a link is asked once', async () => {
    asked = [];
    const url = at('/found?cached');
    await statesOf([url, url]);
    await statesOf([url]);
    expect(asked).toEqual(['HEAD /found?cached']);
  });

  test('stories of this site are looked up', async () => {
    const { id } = await createStory(editor);
    const draft = await createStory(editor, { status: 'draft' });
    const urls = [`/news/${id}`, `https://paper.test/hi/news/${id}`, `/news/${draft.id}`, '/news/999999', '/about'];
    const { body } = await editor.json('POST', '/api/checks/links', { urls });
    const states = new Map(body.links.map(({ url, state }: { url: string; state: string }) => [url, state]));
    expect(urls.map((url) => states.get(url))).toEqual(['found', 'found', 'missing', 'missing', 'found']);
  });

  test('stories with similar titles in the language are found, not the story itself', async () => {
    const { id } = await createStory(editor, { news_title: 'The ferry sails again after the flood' });
    const hindi = await createStory(editor, { news_title: 'बाढ़ के बाद नाव फिर चली', language: 'hi' });
    const draft = await createStory(editor, { news_title: 'Water board meets on Monday evening', status: 'draft' });
    const similar = async (body: object, client = editor) => {
      const answer = await client.json('POST', '/api/checks/duplicates', body);
      return answer.body.stories.map((story: { id: number }) => story.id);
    };
    const title = 'Ferry sails again after the floods';
    expect(await similar({ title, language: 'en' })).toEqual([id]);
    expect(await similar({ title, language: 'en', id })).toEqual([]);
    expect(await similar({ title, language: 'hi' })).toEqual([]);
    expect(await similar({ title: 'बाढ के बाद नाव फिर से चली', language: 'hi' })).toEqual([hindi.id]);
    const meeting = { title: 'Water board meets on Monday evening', language: 'en' };
    expect(await similar(meeting)).toEqual([draft.id]);
    expect(await similar(meeting, await site.as('reporter'))).toEqual([]);
    site.advance(15 * 86_400_000);
    expect(await similar({ title, language: 'en' }, await site.as('editor'))).toEqual([]);
  });

  test('links are answered in their order', async () => {
    const urls = [at('/slow'), '/news/999999', at('/found?order')];
    const { body } = await editor.json('POST', '/api/checks/links', { urls });
    expect(body.links.map(({ url }: { url: string }) => url)).toEqual(urls);
  });

  test('pictures, files and stories that do not exist are reported', async () => {
    const { id } = await createStory(editor);
    const wanted = { pictures: [999], files: [997], stories: [id, 998] };
    const { body } = await editor.json('POST', '/api/checks/references', wanted);
    expect(body).toEqual({
      missing_pictures: [999],
      missing_files: [997],
      missing_stories: [998],
      without_alt: [],
      without_credit: [],
      lead: null,
    });
  });

  test('pictures without alt text or credit are reported, also the lead picture', async () => {
    const add = async (details: object) =>
      (await editor.form('POST', '/api/media/pictures', { file: await pictureFile(), ...details })).body;
    const [bare, whole] = [await add({ credit: 'Asha' }), await add({ alt: 'A ferry', credit: 'Asha' })];
    const check = async (body: object) =>
      (await editor.json('POST', '/api/checks/references', { pictures: [], stories: [], ...body })).body;
    expect(await check({ pictures: [bare.id, whole.id] })).toMatchObject({ without_alt: [bare.id], lead: null });
    const { image } = await createStory(editor, { picture_id: bare.id });
    expect(await check({ lead: image })).toMatchObject({
      without_alt: [],
      lead: { id: bare.id, without_alt: true, without_credit: false },
    });
    await createStory(editor, { picture_id: whole.id });
    const { body: used } = await editor.get(`/api/media/pictures/${whole.id}`);
    const lead = used.url.split('?')[0].split('/').at(-1);
    expect((await check({ lead })).lead).toEqual({ id: whole.id, without_alt: false, without_credit: false });
  });
});

describe('refuses', () => {
  test.each([
    ['/api/checks/links', { urls: ['/about'] }],
    ['/api/checks/duplicates', { title: 'Rain', language: 'en' }],
    ['/api/checks/references', { pictures: [], stories: [] }],
  ])('visitors and readers at %s', async (path, body) => {
    expect((await site.visitor.json('POST', path, body)).status).toBe(401);
    expect((await (await site.as('reader')).json('POST', path, body)).status).toBe(403);
  });

  test('too many checks by one person', async () => {
    const reporter = await site.as('reporter');
    for (let count = 0; count < 60; count += 1) await statesOf(['/about'], reporter);
    const { status } = await reporter.json('POST', '/api/checks/links', { urls: ['/about'] });
    expect(status).toBe(429);
    expect(await statesOf(['/about'])).toEqual(['found']);
  });
});

describe('rejects', () => {
  test.each([
    ['no links', { urls: [] }],
    ['21 links', { urls: Array.from({ length: 21 }, (_, n) => `/news/${n}`) }],
    ['a link of 2,001 characters', { urls: ['x'.repeat(2001)] }],
  ])('%s', async (_, body) => {
    expect((await editor.json('POST', '/api/checks/links', body)).status).toBe(422);
  });
});
