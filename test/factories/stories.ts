import type { Client } from '../client.ts';

let count = 0;

/** Fields of a valid story, with `changes`. */
export function storyFields(changes: Record<string, string | number | Blob> = {}) {
  count += 1;
  return {
    news_title: `Story ${count} of ${process.pid}`,
    news_description: 'First words of the story.\n\nAnd what came after.',
    news_category: 'Sports News',
    news_sub_category: 'Cricket',
    ...changes,
  };
}

/** Creates a story through the API and returns it. */
export async function createStory(editor: Client, changes: Record<string, string | number | Blob> = {}) {
  const { status, body } = await editor.form('POST', '/api/admin', storyFields(changes));
  if (status !== 201) throw new Error(`The story was not created: ${JSON.stringify(body)}`);
  return body;
}
