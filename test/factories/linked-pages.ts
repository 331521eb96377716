import type { Client } from '../client.ts';
import { createAuthor } from './authors.ts';
import { everyBlock } from './every-block.ts';
import { createLiveStory, postEntry } from './live.ts';
import { picturesInText } from './picture-ids.ts';
import { createStory } from './stories.ts';

/** Creates a story with every block, an author, topics and a series, and a live story; returns their readers' pages. */
export async function createLinkedPages(editor: Client): Promise<string[]> {
  const author = await createAuthor(editor, { name: 'Asha Rao', role: 'Reporter', bio: 'Writes about rivers.' });
  const { status, body: series } = await editor.json('POST', '/api/series', { title: 'The river', language: 'en' });
  if (status !== 201) throw new Error(`The series was not created: ${JSON.stringify(series)}`);
  const story = await createStory(editor, {
    news_title: 'The river rose',
    news_description: everyBlock(await picturesInText(editor)),
    authors: author.id,
    topics: 'Floods',
    series: series.slug,
  });
  const live = await createLiveStory(editor, { news_title: 'The river rises' });
  await postEntry(editor, live, { title: 'The first gate is open', key_event: true, pinned: true });
  await postEntry(editor, live);
  return [
    `/news/${story.id}`,
    `/news/${live}`,
    `/news/${live}?order=oldest`,
    `/author/${author.slug}`,
    '/topic/floods',
    `/series/${series.slug}`,
    '/corrections',
  ];
}
