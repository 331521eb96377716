import type { Client } from '../client.ts';

let count = 0;

/** Adds an author through the API and returns him. */
export async function createAuthor(editor: Client, changes: Record<string, string | Blob> = {}) {
  count += 1;
  const { status, body } = await editor.form('POST', '/api/authors', { name: `Writer A${count}`, ...changes });
  if (status !== 201) throw new Error(`The author was not created: ${JSON.stringify(body)}`);
  return body;
}
