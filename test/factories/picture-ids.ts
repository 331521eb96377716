import { pictures } from '#src/news/server/stories.tables.ts';
import type { Client } from '../client.ts';
import type { TestSite } from '../site.ts';
import { pictureFile } from './pictures.ts';
import { createStory } from './stories.ts';

/** A public story with a picture: what a text may refer to. */
export async function picturesInText(
  site: Pick<TestSite, 'db'>,
  editor: Client,
): Promise<{ picture: number; story: number }> {
  const { id } = await createStory(editor, { news_title: 'The dam', image: await pictureFile(1600, 1200) });
  const [newest] = (await site.db.select({ id: pictures.id }).from(pictures)).toSorted((a, b) => b.id - a.id);
  return { picture: newest?.id ?? 0, story: id };
}
