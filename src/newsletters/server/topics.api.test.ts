import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '#test/client.ts';
import { newsletterFields } from '#test/factories/newsletters.ts';
import { createStory } from '#test/factories/stories.ts';
import { siteForFile } from '#test/site-for-file.ts';

const site = siteForFile();
let editor: Client;
let admin: Client;

beforeAll(async () => {
  [editor, admin] = [await site.as('editor'), await site.as('admin')];
});
beforeEach(() => site.change('TRUNCATE newsletters, stories, topics RESTART IDENTITY CASCADE'));

const publish = (title: string, topics: string, changes = {}) =>
  createStory(editor, { news_title: title, topics, status: 'published', ...changes });
const create = (changes = {}) => admin.json('POST', '/api/newsletter-desk', newsletterFields(changes));
/** The titles of the stories that the next issue would have; undefined if there would be none. */
async function titlesOf(newsletter: number): Promise<string[] | undefined> {
  const composed = await editor.json('POST', `/api/newsletter-desk/${newsletter}/issues`, {});
  if (composed.status === 409) return undefined;
  const { body } = await editor.get(`/api/newsletter-desk/issues/${composed.body.id}`);
  await site.change('DELETE FROM newsletter_issues');
  return body.stories.map(({ title }: { title: string }) => title);
}
const offer = async (language = 'en') =>
  (await site.visitor.send('GET', '/api/newsletters', { headers: { 'accept-language': language } })).body[0];
const topicNamed = async (name: string) =>
  (await editor.get('/api/topics/usage')).body.find((topic: { name: string }) => topic.name === name);

describe('works', () => {
  test('a newsletter of a topic has only its stories, of all sections and in its language, and says so', async () => {
    await publish('Tanks are full', 'Monsoon 2026');
    const others = { news_category: 'Others', news_sub_category: 'Others', news_submenu: 'Letters' };
    await publish('Ferries wait', 'Monsoon 2026, Ferries', others);
    await publish('Match is drawn', 'Cricket');
    await publish('बारिश', 'Monsoon 2026', { language: 'hi' });
    const { status, body } = await create({ topic: ' monsoon 2026 ' });
    expect(status).toBe(201);
    expect((await titlesOf(body.id))?.toSorted()).toEqual(['Ferries wait', 'Tanks are full']);
    expect(await offer()).toMatchObject({ name: 'Morning Brief', about: 'Monsoon 2026' });
    const [newsletter] = (await editor.get('/api/newsletter-desk')).body;
    expect(newsletter).toMatchObject({ topic: 'monsoon-2026', section: '', about: 'Monsoon 2026' });
  });

  test('it follows its topic when that is renamed and merged, and is not composed when it is deleted', async () => {
    await publish('Tanks are full', 'Monsoon');
    await publish('Roads are closed', 'Floods');
    const { id } = (await create({ topic: 'Monsoon' })).body;
    const { id: topic, version } = await topicNamed('Monsoon');
    await editor.json('PUT', `/api/topics/${topic}`, { name: 'Rains', version });
    expect(await titlesOf(id)).toEqual(['Tanks are full']);
    expect((await offer()).about).toBe('Rains');
    const [from, into] = [await topicNamed('Rains'), await topicNamed('Floods')];
    await editor.json('POST', `/api/topics/${from.id}/merge`, { into: into.id, version: from.version });
    expect((await titlesOf(id))?.toSorted()).toEqual(['Roads are closed', 'Tanks are full']);
    expect((await offer()).about).toBe('Floods');
    const last = await topicNamed('Floods');
    await editor.send('DELETE', `/api/topics/${last.id}?version=${last.version}`);
    expect(await titlesOf(id)).toBeUndefined();
    expect((await offer()).about).toBe('');
  });
});

describe('rejects', () => {
  test.each([
    [{ topic: 'No such topic' }, 'There is no such topic.'],
    [{ topic: 'Cricket', section: 'sports-news' }, 'Please choose a section or a topic, not both.'],
  ])('a newsletter with %j', async (changes, topic) => {
    await publish('Match is drawn', 'Cricket');
    expect(await create(changes)).toMatchObject({ status: 422, body: { fields: { topic } } });
  });
});
