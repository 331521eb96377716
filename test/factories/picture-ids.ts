import type { Client } from '../client.ts';
import { pictureFile } from './pictures.ts';
import { createStory } from './stories.ts';

/** What a text may refer to: a picture of the library, which no public story shows yet, and a public story. */
export async function picturesInText(editor: Client): Promise<{ picture: number; story: number }> {
  const { id: story } = await createStory(editor, { news_title: 'The dam' });
  const stated = { alt: 'Water at the steps', caption: 'The steps', credit: 'Asha Rao' };
  const { body } = await editor.form('POST', '/api/media/pictures', { file: await pictureFile(1600, 1200), ...stated });
  return { picture: body.id, story };
}
