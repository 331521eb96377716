import type { Client } from '../client.ts';
import { createStory } from './stories.ts';

/** Creates a story whose live coverage is running; returns its id. */
export async function createLiveStory(
  editor: Client,
  changes: Record<string, string | number | Blob> = {},
): Promise<number> {
  const { id } = await createStory(editor, changes);
  const { status, body } = await editor.json('PUT', `/api/stories/${id}/live`, { state: 'running' });
  if (status !== 200) throw new Error(`The coverage did not begin: ${JSON.stringify(body)}`);
  return id;
}

/** Posts an entry and returns it. */
export async function postEntry(editor: Client, story: number, entry: Record<string, unknown> = {}) {
  const { status, body } = await editor.json('POST', `/api/stories/${story}/live/entries`, {
    text: 'The ferry has left.',
    ...entry,
  });
  if (status !== 201) throw new Error(`The entry was not posted: ${JSON.stringify(body)}`);
  return body;
}
