import { referencesIn } from '#src/markdown/story-text.rules.ts';
import type { Context } from '#src/platform/context.ts';
import { listBlockPictures, listLinkedStories } from './story-blocks.queries.ts';

/** The public pictures and stories that the texts of a newspaper refer to, by id. */
export interface PrintedBlocks {
  pictures: Map<number, Awaited<ReturnType<typeof listBlockPictures>>[number]>;
  stories: Map<number, Awaited<ReturnType<typeof listLinkedStories>>[number]>;
}

/** One query of pictures and one of stories for all texts. */
export async function printedBlocks(
  { db }: Pick<Context, 'db'>,
  texts: readonly { body: string }[],
): Promise<PrintedBlocks> {
  const all = texts.filter(({ body }) => body.includes('::')).map(({ body }) => referencesIn(body));
  const idsOf = (kind: 'pictures' | 'stories') => [...new Set(all.flatMap((references) => references[kind]))];
  const [pictures, stories] = [idsOf('pictures'), idsOf('stories')];
  return {
    pictures: byId(pictures.length ? await listBlockPictures(db, pictures) : []),
    stories: byId(stories.length ? await listLinkedStories(db, stories) : []),
  };
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
